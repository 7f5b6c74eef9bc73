import type { WorkerApi } from '../messages.ts';

/** A worker that has been started, as the pool sees it in Node and in a page alike. */
export interface WorkerChannel {
  /** Its methods, by message. */
  readonly api: WorkerApi;
  /** Keeps the process alive, or not. */
  hold(alive: boolean): void;
  /** Whether its thread has ended, known also while the event loop of the caller is blocked. */
  hasEnded(): boolean;
  terminate(): Promise<void>;
}

/** Starts a worker; `onEnd` is called once when it ends by itself or fails, with the reason. Errors: an `Error` when it does not start. */
export type StartWorker = (name: string, onEnd: (reason: string) => void) => Promise<WorkerChannel>;
