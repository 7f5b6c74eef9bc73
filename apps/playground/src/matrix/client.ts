import type { FromWorker, LoadProgress, MatrixFault, MatrixSummary, Requests, ToWorker } from './protocol.ts';
import type { PageMatrixSource } from './source.ts';

/** An error of the worker, with what the page shows of it. */
export class MatrixError extends Error {
  readonly problem: MatrixFault;

  constructor(problem: MatrixFault) {
    super(problem.message);
    this.name = 'MatrixError';
    this.problem = problem;
  }
}

/** A matrix in its worker. */
export interface HeldMatrix {
  readonly summary: MatrixSummary;
  /** Rejects with a {@link MatrixError}, also where the worker has ended. */
  ask<K extends keyof Requests>(what: K, request: Requests[K][0]): Promise<Requests[K][1]>;
  /** Ends the worker and frees the matrix. */
  dispose(): void;
}

/** A matrix that is being read. */
export interface Loading {
  readonly done: Promise<HeldMatrix>;
  /** Ends the worker, whatever it is doing; `done` rejects with the code `PAGE.CANCELLED`. */
  cancel(): void;
}

interface Waiting {
  resolve(reply: unknown): void;
  reject(error: MatrixError): void;
}

const CANCELLED: MatrixFault = { code: 'PAGE.CANCELLED', message: 'Reading was cancelled.', fix: 'Open it again.' };
const DISPOSED: MatrixFault = { code: 'PAGE.DISPOSED', message: 'This matrix was closed.', fix: 'Open it again.' };

const UNREADABLE: MatrixFault = {
  code: 'PAGE.WORKER_LOST',
  message: 'A message of the worker could not be read.',
  fix: 'Reload the page: its files may have changed since it was opened.',
};

/** A worker ends without a word where the browser ends it, for want of memory. */
function lost(event: ErrorEvent): MatrixFault {
  const said = event.message ? ` (${event.message})` : '';
  return {
    code: 'PAGE.WORKER_LOST',
    message: `The worker that held the matrix has ended${said}: most likely it asked for more memory than this browser gives.`,
    fix: 'Use a smaller matrix, or the command, which has the memory of the machine.',
  };
}

/** Reads a matrix in a worker of its own. */
export function loadMatrix(source: PageMatrixSource, onProgress: (progress: LoadProgress) => void): Loading {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'matrix' });
  const waiting = new Map<number, Waiting>();
  const { promise, resolve, reject } = Promise.withResolvers<HeldMatrix>();
  let nextId = 0;
  let ended: MatrixFault | undefined;
  const post = (message: ToWorker): void => worker.postMessage(message);

  function end(problem: MatrixFault): void {
    if (ended) return;
    ended = problem;
    worker.terminate();
    const error = new MatrixError(problem);
    reject(error);
    for (const each of waiting.values()) each.reject(error);
    waiting.clear();
  }

  const held = (summary: MatrixSummary): HeldMatrix => ({
    summary,
    ask: (what, request) =>
      new Promise((done, fail) => {
        if (ended) return fail(new MatrixError(ended));
        const id = nextId++;
        waiting.set(id, { resolve: done, reject: fail });
        post({ kind: 'ask', id, what, request });
      }),
    dispose: () => end(DISPOSED),
  });

  function receive(message: FromWorker): void {
    switch (message.kind) {
      case 'progress':
        return onProgress(message.progress);
      case 'loaded':
        return resolve(held(message.summary));
      case 'failed':
        return end(message.problem);
      case 'answer':
        waiting.get(message.id)?.resolve(message.reply);
        return void waiting.delete(message.id);
      case 'refused':
        waiting.get(message.id)?.reject(new MatrixError(message.problem));
        return void waiting.delete(message.id);
    }
  }

  worker.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => receive(data));
  worker.addEventListener('error', (event) => end(lost(event)));
  worker.addEventListener('messageerror', () => end(UNREADABLE));
  post({ kind: 'load', source });
  return { done: promise, cancel: () => end(CANCELLED) };
}
