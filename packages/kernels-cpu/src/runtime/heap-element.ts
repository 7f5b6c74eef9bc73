import type { ElementType, Precision, TypedArray, ValueArray } from '@spmv/core';
import { elementBytes, elementTypeOf, PRECISIONS } from '@spmv/core';

/** How a number of a precision lies in a heap: as the host has it, or as the 16 bits of its encoding. */
export function heapElement(precision: Precision): ElementType {
  const { host, storedBytes, components } = PRECISIONS[precision];
  return storedBytes === components * elementBytes(host) ? host : 'u16';
}

/** `array` as it lies in a heap in products of a precision: values in its encoding, anything else as it is. */
export function asInHeap(array: TypedArray, precision: Precision): TypedArray {
  const { host, encoding } = PRECISIONS[precision];
  return elementTypeOf(array) === host && heapElement(precision) !== host
    ? encoding.encode(array as ValueArray)
    : array;
}
