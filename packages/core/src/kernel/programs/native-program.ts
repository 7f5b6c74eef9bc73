import type { CpuScratch, FixedScalars } from './cpu-scratch.ts';
import type { Partition } from './partition.ts';
import type { WasmArgument, WasmArguments } from './wasm-program.ts';

/** A program of functions compiled for the processor, one pass after another. They run in Node, in the memory of the process. */
export interface NativeProgram {
  readonly passes: readonly NativePass[];
  readonly scratch?: Readonly<Record<string, CpuScratch>>;
}

/**
 * An argument of a compiled function: named as a {@link WasmArgument} is, and handed over as f64, addresses too. Those are addresses of the
 * process, so an array need not lie where WebAssembly could reach it.
 */
export type NativeArgument = WasmArgument;

/** One compiled function, called for each part of its range; passes follow one another. */
export interface NativePass {
  /** Absolute URL of an ES module that exports what {@link NativeModule} says. Every thread imports it for itself. */
  readonly module: string;
  /** Name that the module knows the function by. */
  readonly export: string;
  /** By the names of its parameters where its module compares them. */
  readonly arguments: WasmArguments;
  readonly partition: Partition;
  readonly set?: FixedScalars;
}

/**
 * What the module of a native pass exports: the way from JavaScript to functions in an addon. Which addon, and how it is found, is the module's
 * own affair, so that any package may bring compiled kernels.
 */
export interface NativeModule {
  /**
   * Asked once in each thread of a backend. Errors: `BACKEND.UNAVAILABLE` with reason and fix, where the compiled code is not there for this
   * platform.
   */
  open(): NativeFunctions | Promise<NativeFunctions>;
}

/** Functions of an addon. */
export interface NativeFunctions {
  /** Address in this process of the first byte that a view shows, also of shared memory. */
  addressOf(view: Uint8Array): number;
  /**
   * Asks the system for large pages under `bytes` bytes from the first one that a view shows, of which the memory may still have to grow into the
   * last: a hint, given before anything is written there. Absent where the module has none to give.
   */
  largePages?(view: Uint8Array, bytes: number): void;
  /**
   * The function `name` bound to its arguments: each call reads `args` anew, and allocates nothing. What no product changes is in `args` already:
   * addresses of arrays, and numbers. `parameters` are what the pass calls its arguments, the places of a list. `undefined` where there is none of that
   * name. Errors: `BACKEND.UNAVAILABLE`, where this processor cannot run it, `KERNEL.PROGRAM_INVALID`, where its parameters are called otherwise, or
   * whatever keeps it from what it prepares.
   */
  bind(name: string, args: Float64Array, parameters: readonly string[]): NativeFunction | undefined;
}

/** A compiled function with its arguments. */
export interface NativeFunction {
  (): void;
  /** Frees what it made of its arguments, where it made anything; called once, and then the function no more. */
  dispose?(): void;
}
