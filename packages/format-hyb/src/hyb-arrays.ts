import type { NamedArrays, ValueArray } from '@spmv/core';

/** The arrays of format `hyb`: the ELLPACK part and the COO part. */
export interface HybArrays extends NamedArrays {
  readonly ellColIndex: Int32Array;
  readonly ellValues: ValueArray;
  readonly cooRowIndex: Int32Array;
  readonly cooColIndex: Int32Array;
  readonly cooValues: ValueArray;
}
