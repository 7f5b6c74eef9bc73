import type { CpuScratch, FixedScalars } from './cpu-scratch.ts';
import type { Partition } from './partition.ts';

/** A program of WebAssembly functions, one pass after another, over one memory the backend owns. */
export interface WasmProgram {
  readonly passes: readonly WasmPass[];
  readonly scratch?: Readonly<Record<string, CpuScratch>>;
}

/**
 * An argument of a WebAssembly function. A number is given as it is: what `program` decided, the steps of a dense operand or the edge of a
 * tile. `A.NAME` (A being the matrix operand), `auxiliary.NAME` and `scratch.NAME` are the address of an
 * array in bytes, and `A.NAME` is also a scalar of the format as i32; an operand by its name is the address of its elements, or its value as
 * f64 if it is a host scalar. `rows`, `cols`, `nnz` and the operation's own sizes, `param.NAME`, `begin`, `end`, `worker` and `workers` are
 * numbers as i32. `partialSums` is the address of { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64 }, of complex sums followed by their imaginary parts, of the range (see PartialSums in
 * partition.ts), which the function always writes. The worker's own part of scratch is at `scratch.NAME` + worker · its bytes. A complex number takes two
 * parameters: that of the host by its name, one that `program` decided as a pair.
 */
export type WasmArgument = string | number | readonly [real: number, imaginary: number];

/** The arguments of a function in their order: a list, or by the names of its parameters. */
export type WasmArguments = readonly WasmArgument[] | Readonly<Record<string, WasmArgument>>;

/** One function of a module, called for each part of its range; passes follow one another. */
export interface WasmPass {
  /** Absolute URLs of modules that import `env.memory` (shared) and nothing else, best first: the first the engine accepts runs. */
  readonly modules: readonly WasmModule[];
  readonly export: string;
  readonly arguments: WasmArguments;
  readonly partition: Partition;
  readonly set?: FixedScalars;
}

/** One build of a module, with the engine features it needs besides 128-bit SIMD and threads. */
export interface WasmModule {
  readonly url: string;
  readonly needs: readonly 'relaxed-simd'[];
}
