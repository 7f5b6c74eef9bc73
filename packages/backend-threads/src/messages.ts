import type { PlacedOperator, PlacedPass } from '@spmv/kernels-cpu/runtime';

/** Ranges that a pass is divided into: `count` + 1 boundaries at `address`, and their partial sums at `partialSums` (0: none). Plain data. */
export interface PlacedRanges {
  readonly address: number;
  readonly count: number;
  readonly partialSums: number;
  /** So many threads share the ranges out evenly, and one that is through with its own takes those that others have left. Where it is 0, thread t has range t. */
  readonly takers: number;
}

/** One pass as every thread binds it for itself. */
export interface PassDescription {
  readonly ranges: PlacedRanges;
  readonly placed: PlacedPass;
}

/** An operator as it is sent to workers, once. */
export interface OperatorDescription extends PlacedOperator {
  readonly id: number;
  readonly passes: readonly PassDescription[];
  /** Where threads add up the time that they compute; absent where nobody asked. */
  readonly busy?: number;
}

/** What a worker is told when it starts. */
export interface StartMessage {
  readonly memory: WebAssembly.Memory;
  readonly control: number;
  /** Which thread of the team it is; the caller is 0. */
  readonly index: number;
  readonly spinMicroseconds: number;
}

/** Errors lose their type on the way from a worker. This is what is left of one. */
export interface SetupFailure {
  readonly code: string;
  readonly message: string;
  readonly fix: string;
}

/** What workers do when they get a message. Products are never sent as messages. */
export interface WorkerApi {
  readonly [method: string]: (...args: never[]) => Promise<unknown>;
  start(message: StartMessage): Promise<undefined>;
  /**
   * Binds operators and forgets others, then waits for the epochs after `epoch`, which is the one that sent the team here. Answers
   * with what went wrong.
   */
  load(
    operators: readonly OperatorDescription[],
    dropped: readonly number[],
    epoch: number,
  ): Promise<SetupFailure | undefined>;
}

/** A call of one of its methods, as it is sent to a worker. */
export interface Call {
  readonly call: number;
  readonly method: 'start' | 'load';
  readonly args: readonly unknown[];
}

/** The call that the first message of a worker answers: nobody made it, and the worker has started. */
export const STARTED = -1;

/** What a worker answers. */
export interface WorkerAnswer {
  readonly call: number;
  readonly value?: unknown;
  /** What went wrong, in words. */
  readonly error?: string;
}

/** What a worker is spoken to by, and speaks by. */
export interface Port {
  postMessage(message: unknown): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
}
