import type { NamedArrays, ValueArray } from '@spmv/core';

/** The arrays of format `bell`. */
export interface BellArrays extends NamedArrays {
  readonly blockColIndex: Int32Array;
  readonly mask: Uint8Array | Uint16Array | Uint32Array;
  readonly values: ValueArray;
}
