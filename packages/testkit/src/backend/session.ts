import type { Backend, BackendDescriptor, OpenOptions } from '@spmv/core';
import { isSpmvError, openBackend } from '@spmv/core';

/** One opened backend that several cases share, so that a device is not started for each of them. */
export interface Session {
  readonly descriptor: BackendDescriptor;
  readonly options: OpenOptions;
  /**
   * Opens the backend unless it is open, and keeps it open while `work` runs. After a failure the next use opens a fresh one; a backend that is
   * unavailable is not asked again.
   */
  use<T>(work: (backend: Backend) => Promise<T>): Promise<T>;
}

/** How long an idle backend is kept for the next case. */
const IDLE_MS = 200;

interface Timers {
  setTimeout(act: () => void, ms: number): { readonly unref?: () => void } | number;
  clearTimeout(timer: unknown): void;
}

/** A session that closes its backend when it has been idle for a moment: no runner needs a hook at the end. */
export function createSession(descriptor: BackendDescriptor, options: OpenOptions = {}): Session {
  const timers = globalThis as unknown as Timers;
  let open: Promise<Backend> | undefined;
  let closing: Promise<void> = Promise.resolve();
  let users = 0;
  let timer: unknown;
  let missing: Promise<never> | undefined;
  const close = (): void => {
    const ending = open;
    open = undefined;
    closing = closing.then(async () => (await ending)?.dispose()).catch(() => {});
  };
  const acquire = (): Promise<Backend> => {
    timers.clearTimeout(timer);
    users++;
    // A loader that finds no driver takes a tenth of a second, which would be spent for each of a thousand cases.
    open ??= missing ?? closing.then(() => openBackend(descriptor, options));
    return open;
  };
  const release = (failed: boolean): void => {
    users--;
    if (failed && users === 0) close();
    else if (users === 0) {
      const started = timers.setTimeout(close, IDLE_MS);
      // The timer must not keep the process alive.
      if (typeof started === 'object') started.unref?.();
      timer = started;
    }
  };
  return {
    descriptor,
    options,
    async use(work) {
      let failed = true;
      try {
        const backend = await acquire().catch((error: unknown) => {
          if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) missing ??= open as Promise<never>;
          throw error;
        });
        const result = await work(backend);
        failed = false;
        return result;
      } finally {
        release(failed);
      }
    },
  };
}
