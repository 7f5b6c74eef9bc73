import type { Precision, TypedArray, ValueArray } from '@spmv/core';
import { elementTypeOf, PRECISIONS } from '@spmv/core';

/** `array` as kernels of a precision read it: its values in the precision's encoding, anything else as it is. */
export function asStored(array: TypedArray, precision: Precision): TypedArray {
  const { host, encoding } = PRECISIONS[precision];
  return elementTypeOf(array) === host ? encoding.encode(array as ValueArray) : array;
}
