import type { Partition } from './partition.ts';

/**
 * A program of WebAssembly functions, one pass after another, over one memory the backend owns. As with JavaScript, the first pass
 * is given the product's beta and later ones beta = 1.
 */
export interface WasmProgram {
  readonly passes: readonly WasmPass[];
}

/**
 * An argument of a WebAssembly function: the address of an array in bytes (`matrix.NAME`, `auxiliary.NAME`, `x`, `y`, `carry`),
 * a number as i32 (`rows`, `cols`, `nnz`, `begin`, `end`, `scalar.NAME`, `param.NAME`), or `alpha` and `beta` as f64.
 * `carry` points to { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64 } of the range (see Carry in partition.ts), which the function
 * always writes.
 */
export type WasmArgument =
  | `matrix.${string}`
  | `auxiliary.${string}`
  | `scalar.${string}`
  | `param.${string}`
  | 'x'
  | 'y'
  | 'carry'
  | 'rows'
  | 'cols'
  | 'nnz'
  | 'begin'
  | 'end'
  | 'alpha'
  | 'beta';

/** One function of a module, called for each part of its range; passes follow one another. */
export interface WasmPass {
  /** Absolute URLs of modules that import `env.memory` (shared) and nothing else, best first: the first the engine accepts runs. */
  readonly modules: readonly WasmModule[];
  readonly export: string;
  readonly arguments: readonly WasmArgument[];
  readonly partition: Partition;
}

/** One build of a module, with the engine features it needs besides 128-bit SIMD and threads. */
export interface WasmModule {
  readonly url: string;
  readonly needs: readonly 'relaxed-simd'[];
}
