import type { Precision, ValueArray } from '@spmv/core';

/** Backends that compute in memory of this process, so that a product is there when it returns. */
export type CpuBackend = 'serial' | 'threads';

/** When a product is there: at once, or later, as a promise. */
export type When = 'now' | 'later';

/** What a product gives: itself, a promise of it, or where any backend may be chosen either, which `await` takes alike. */
export type Answer<T, W extends When> = W extends 'now' ? T : Promise<T>;

/** When products of the backends that may be chosen are there. */
export type WhenOf<B extends string> = B extends CpuBackend
  ? 'now'
  : string extends B
    ? When
    : B extends 'auto'
      ? When
      : 'later';

/** Host arrays of a precision. */
export type NumbersOf<P extends Precision> = P extends 'f64' | 'df64' ? Float64Array : Float32Array;

/** Vectors as the caller gives them. */
export type Numbers = ValueArray | ArrayLike<number>;
