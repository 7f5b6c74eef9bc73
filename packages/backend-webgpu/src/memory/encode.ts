import type { Precision, TypedArray, ValueArray } from '@spmv/core';
import { elementBytes, elementTypeOf, PRECISIONS } from '@spmv/core';
import { fromHalfBits, toHalfBits } from './half.ts';

/** Bytes of one value on the device. */
export function deviceValueBytes(precision: Precision): number {
  return PRECISIONS[precision].storedBytes;
}

/** Whether elements of this host array are values, which precisions store in their own way; others are uploaded as they are. */
export function isValueArray(array: TypedArray): array is ValueArray {
  const element = elementTypeOf(array);
  return element === 'f64' || element === 'f32';
}

/** Bytes on the device of `array`'s elements, in this precision. */
export function deviceElementBytes(array: TypedArray, precision: Precision): number {
  if (isValueArray(array)) return deviceValueBytes(precision);
  const type = elementTypeOf(array);
  return type === undefined ? 4 : elementBytes(type);
}

/**
 * Values begin … end − 1 of `values` as the device stores them: high and low words in df64, half-precision bits in f16, else f32.
 * The result may share memory with `values`.
 */
export function encodeValues(
  values: ValueArray,
  precision: Precision,
  begin: number,
  end: number,
): Float32Array | Uint16Array {
  if (precision === 'df64') {
    const pairs = new Float32Array(2 * (end - begin));
    for (let k = begin, p = 0; k < end; k++, p += 2) {
      const value = values[k] as number;
      const high = Math.fround(value);
      pairs[p] = high;
      pairs[p + 1] = Number.isFinite(high) ? value - high : 0;
    }
    return pairs;
  }
  if (precision === 'f16') {
    const halves = new Uint16Array(end - begin);
    // By way of f32, the host's type in f16, as the oracle rounds.
    for (let k = begin; k < end; k++) halves[k - begin] = toHalfBits(Math.fround(values[k] as number));
    return halves;
  }
  return values instanceof Float32Array ? values.subarray(begin, end) : Float32Array.from(values.subarray(begin, end));
}

/** The inverse of {@link encodeValues}: `bytes` into elements offset … of `target`. */
export function decodeValues(
  bytes: ArrayBuffer,
  precision: Precision,
  target: ValueArray,
  offset: number,
  count: number,
): void {
  if (precision === 'df64') {
    const pairs = new Float32Array(bytes, 0, 2 * count);
    for (let k = 0; k < count; k++) {
      const high = pairs[2 * k] as number;
      target[offset + k] = Number.isFinite(high) ? high + (pairs[2 * k + 1] as number) : high;
    }
    return;
  }
  if (precision === 'f16') {
    const halves = new Uint16Array(bytes, 0, count);
    for (let k = 0; k < count; k++) target[offset + k] = fromHalfBits(halves[k] as number);
    return;
  }
  target.set(new Float32Array(bytes, 0, count), offset);
}
