import type { NamedArrays, Params, ValueArray } from '@spmv/core';

/** The arrays of format `packed`. */
export interface PackedArrays extends NamedArrays {
  readonly slices: Int32Array;
  readonly segments: Int32Array;
  readonly columns: Uint8Array;
  readonly values: ValueArray;
}

/** The parameters of format `packed`. */
export interface PackedParams extends Params {
  readonly steps: number;
  readonly window: number;
}
