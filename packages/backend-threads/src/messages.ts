import type { FixedScalars, KernelPrecision } from '@spmv/core';
import type { JsConstants, OperandPlan, PlacedArray, WasmSlot } from '@spmv/kernels-cpu/runtime';

/** Ranges that a pass is divided into: `count` + 1 boundaries at `address`, and their partial sums at `partialSums` (0: none). Plain data. */
export interface PlacedRanges {
  readonly address: number;
  readonly count: number;
  readonly partialSums: number;
  /** Threads take the next range when they are free. Otherwise thread t has range t. */
  readonly dynamic: boolean;
}

/** One pass as every thread binds it for itself. */
export type PassDescription =
  | {
      readonly kind: 'wasm';
      readonly ranges: PlacedRanges;
      readonly url: string;
      readonly module: WebAssembly.Module;
      readonly export: string;
      readonly slots: readonly WasmSlot[];
    }
  | {
      readonly kind: 'js';
      readonly ranges: PlacedRanges;
      readonly module: string;
      readonly export: string;
      readonly set: FixedScalars | undefined;
      readonly numbers: Readonly<Record<string, number>>;
    };

/** An operator as it is sent to workers, once. */
export interface OperatorDescription {
  readonly id: number;
  readonly kernel: string;
  readonly precision: KernelPrecision;
  readonly operands: OperandPlan;
  readonly constants: Omit<JsConstants, 'arrays' | 'auxiliary' | 'scratch' | 'numbers'>;
  readonly matrix: Readonly<Record<string, PlacedArray>>;
  readonly auxiliary: Readonly<Record<string, PlacedArray>>;
  readonly scratch: Readonly<Record<string, PlacedArray>>;
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

/** A call of one of its methods, as a page sends it to a worker. */
export interface Call {
  readonly call: number;
  readonly method: 'start' | 'load';
  readonly args: readonly unknown[];
}

/** What a worker answers a page. */
export interface Answer {
  readonly call: number;
  readonly value?: unknown;
  /** What went wrong, in words. */
  readonly error?: string;
}
