import type { Precision, TypedArray, ValueArray } from '@spmv/core';
import { elementBytes, elementTypeOf, PRECISIONS } from '@spmv/core';

/** Whether elements of this host array are values, which precisions store in their own way; others are uploaded as they are. */
export function isValueArray(array: TypedArray): array is ValueArray {
  const element = elementTypeOf(array);
  return element === 'f64' || element === 'f32';
}

/** Bytes on the device of `array`'s elements, in this precision. */
export function deviceElementBytes(array: TypedArray, precision: Precision): number {
  const { storedBytes, components } = PRECISIONS[precision];
  if (isValueArray(array)) return storedBytes / components;
  const type = elementTypeOf(array);
  return type === undefined ? 4 : elementBytes(type);
}
