import { EXIT } from '../exit-codes.ts';

/** Signals that mean: stop. */
export const SIGNALS: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** What the process that waits does about signals. */
export interface Signals {
  /** Whether one came. */
  readonly stopped: boolean;
  /** What the first signal and the ones after it do to the process that works now. */
  serve(onStop: () => void, onKill: () => void): void;
  off(): void;
}

/** The first signal stops in order, the second ends at once. */
export function watchSignals(): Signals {
  let stopped = false;
  let serving: { readonly onStop: () => void; readonly onKill: () => void } | undefined;
  const onSignal = (): void => {
    if (stopped) {
      serving?.onKill();
      process.exit(EXIT.interrupted);
    }
    stopped = true;
    process.stderr.write(`${process.stderr.isTTY ? '\r\u001b[2K' : ''}Stopping; the results so far are kept. Once more to stop at once.\n`);
    serving?.onStop();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  return {
    get stopped() {
      return stopped;
    },
    serve(onStop, onKill) {
      serving = { onStop, onKill };
    },
    off() {
      for (const name of SIGNALS) process.off(name, onSignal);
    },
  };
}

/**
 * For the process that works: a terminal sends its signals to both, and the other one decides. Libraries that answer them by ending the
 * process (threads.js does) are not let to: the results would be lost.
 */
export function leaveSignalsToParent(): void {
  const ignore = (): void => {};
  for (const name of SIGNALS) process.on(name, ignore);
  process.on('newListener', (event: string | symbol, listener: (...args: unknown[]) => void) => {
    if (SIGNALS.some((name) => name === event)) queueMicrotask(() => process.off(event, listener));
  });
}
