/** What the pool needs of a worker, in Node and in a browser alike; threads.js needs the listeners and `postMessage`. */
export interface NativeWorker {
  postMessage(message: unknown, transfer?: never): void;
  terminate(): unknown;
  addEventListener(name: string, listener: (event: never) => void): void;
  removeEventListener(name: string, listener: (event: never) => void): void;
  /** Keeps the process alive, or not. */
  hold(alive: boolean): void;
  /** Calls back once when the worker ends by itself or fails, with the reason. */
  onEnd(listener: (reason: string) => void): void;
  /** Whether its thread has ended, known also while the event loop of the caller is blocked. */
  hasEnded(): boolean;
}

type Listener = (event: { readonly data: unknown }) => void;

/**
 * Starts the worker module. Threads.js would start one too, but from a path relative to its caller only, and its class installs
 * handlers of SIGINT and SIGTERM that end the process with exit code 0.
 */
export async function startNativeWorker(name: string): Promise<NativeWorker> {
  if (typeof process === 'object' && process.versions?.node !== undefined) return startNodeWorker(name);
  // Bundlers recognise this expression and add the worker to what they build.
  const worker = new Worker(new URL('../worker/main.js', import.meta.url), { type: 'module', name });
  return Object.assign(worker, {
    hold: () => {},
    onEnd: (listener: (reason: string) => void) => {
      worker.addEventListener('error', (event) => listener(event.message || 'its module could not be loaded'));
    },
    hasEnded: () => false,
  }) as unknown as NativeWorker;
}

async function startNodeWorker(name: string): Promise<NativeWorker> {
  const { Worker: NodeWorker } = await import('node:worker_threads');
  // Not a pattern that bundlers recognise: one that they do would add every file it matches to what they build.
  const here = import.meta.url;
  const worker = new NodeWorker(new URL(here.endsWith('.ts') ? '../worker/main.ts' : '../worker/main.js', here), { name });
  const wrapped = new Map<unknown, (message: unknown) => void>();
  let ended: string | undefined;
  const listeners: ((reason: string) => void)[] = [];
  const end = (reason: string): void => {
    if (ended !== undefined) return;
    ended = reason;
    for (const listener of listeners) listener(reason);
  };
  // Without a listener an error of the worker would be one of the process.
  worker.on('error', (error: unknown) => end(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => end(`exit code ${code}`));
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
    postMessage: (message) => worker.postMessage(message),
    terminate: async () => worker.terminate(),
    addEventListener(event, listener) {
      const handler = (message: unknown): void => (listener as Listener)({ data: message });
      wrapped.set(listener, handler);
      worker.on(event, handler);
    },
    removeEventListener(event, listener) {
      const handler = wrapped.get(listener);
      if (handler) worker.off(event, handler);
      wrapped.delete(listener);
    },
    hold(alive) {
      if (alive) worker.ref();
      else worker.unref();
      // The first call notes when the thread's loop began, which it can only while the thread lives.
      worker.performance.eventLoopUtilization();
    },
    onEnd(listener) {
      listeners.push(listener);
      if (ended !== undefined) listener(ended);
    },
    // The idle time of a thread's event loop is −1 once the thread is gone: the only sign of it that needs no event.
    hasEnded: () => ended !== undefined || worker.performance.eventLoopUtilization().idle < 0,
  };
}
