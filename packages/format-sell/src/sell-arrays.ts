import type { NamedArrays, ValueArray } from '@spmv/core';

/** The arrays of format `sell`. */
export interface SellArrays extends NamedArrays {
  readonly sliceStart: Int32Array;
  readonly rowOrder: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
}
