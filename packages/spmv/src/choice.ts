import type { Precision, ValueArray } from '@spmv/core';
import type { OtherMemory } from './memory/other-memory.ts';

/** Backends that compute in memory of this process. */
export type CpuBackend = 'serial' | 'threads';

/** Host arrays of a precision. */
export type NumbersOf<P extends Precision> = P extends 'f64' | 'df64' ? Float64Array : Float32Array;

/** Vectors as the caller gives them: arrays, or what describes memory of somebody else. */
export type VectorLike = ValueArray | ArrayLike<number> | OtherMemory;
