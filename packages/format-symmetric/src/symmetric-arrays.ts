import type { NamedArrays, ValueArray } from '@spmv/core';

/** The arrays of format `symmetric`: its lower triangle as `csr` would store it. */
export interface SymmetricArrays extends NamedArrays {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}
