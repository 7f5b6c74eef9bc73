import type { NamedArrays, ValueArray } from '@spmv/core';

/** Rows that share a number of `filled`. */
export const WORD = 32;

/** The arrays of format `dia`. */
export interface DiaArrays extends NamedArrays {
  readonly offset: Int32Array;
  readonly filled: Uint32Array;
  readonly values: ValueArray;
}
