import type { Precision, ValueArray } from '@spmv/core';
import type { OpenedMatrix, SyncMatrix } from './matrix.ts';

/** Backends that compute in memory of this process. */
export type CpuBackend = 'serial' | 'threads';

/** Host arrays of a precision. */
export type NumbersOf<P extends Precision> = P extends 'f64' | 'df64' ? Float64Array : Float32Array;

/** What `openMatrix` gives for the backends `B` that may be chosen: on processors alone products are also there at once, but for precisions of 16 bits. */
export type MatrixOf<B extends string, P extends Precision> = [B, P] extends [CpuBackend, 'f64' | 'f32']
  ? SyncMatrix<NumbersOf<P>>
  : OpenedMatrix<NumbersOf<P>>;

/** Vectors as the caller gives them. */
export type Numbers = ValueArray | ArrayLike<number>;
