import type { Axis } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { NpyData } from '../npy/element-type.ts';

/** Types that values can be written in, in the words of NumPy. */
export type ValueElement = 'f8' | 'f4' | 'i8' | 'i4';

/** A parameter of files that hold values. */
export const VALUES_AXIS: Axis<ValueElement> = {
  values: ['f8', 'f4', 'i8', 'i4'],
  default: 'f8',
  doc: 'Type of the values: float64, float32, int64, int32. Those that it cannot hold are refused, but f4 rounds.',
};

/** A parameter of files that hold indices. */
export const INDEX_AXIS: Axis<'i4' | 'i8'> = {
  values: ['i4', 'i8'],
  default: 'i4',
  doc: 'Type of the indices: int32 or int64.',
};

/** A parameter of archives. */
export const COMPRESSION_AXIS: Axis<'none' | 'deflate'> = {
  values: ['none', 'deflate'],
  default: 'none',
  doc: 'none is read as fast as its bytes, deflate is smaller.',
};

/** Indices in the type asked for. */
export function indexData(indices: Int32Array, element: 'i4' | 'i8'): Int32Array | BigInt64Array {
  return element === 'i4' ? indices : BigInt64Array.from(indices, BigInt);
}

function requireIntegers(values: Float64Array, element: 'i4' | 'i8'): void {
  const limit = element === 'i4' ? 2 ** 31 : 2 ** 63;
  const at = values.findIndex((value) => !(Number.isInteger(value) && value >= -limit && value < limit));
  if (at === -1) return;
  throw fileError('FILE.WRITE', {
    what: `value ${at} is ${values[at]}, which is no integer of type ${element}`,
    fix: 'Write the values as they are: leave out the parameter values, or set values=f8.',
    details: { entry: at, value: values[at] },
  });
}

/** Real values in the type asked for. Errors: `FILE.WRITE` for values that are no such integers. */
function valueData(values: Float64Array, element: ValueElement): NpyData {
  if (element === 'f8') return values;
  if (element === 'f4') return Float32Array.from(values);
  requireIntegers(values, element);
  return element === 'i4' ? Int32Array.from(values) : BigInt64Array.from(values, BigInt);
}

/** Complex values as pairs of float64 or float32. Errors: `FILE.WRITE` for integers. */
function pairData(
  { values, imaginary }: { readonly values: Float64Array; readonly imaginary: Float64Array },
  element: ValueElement,
): Float64Array | Float32Array {
  if (element !== 'f8' && element !== 'f4') {
    throw fileError('FILE.WRITE', {
      what: `complex values are no integers of type ${element}`,
      fix: 'Leave out the parameter values, or set values=f8 or values=f4.',
    });
  }
  const pairs = new (element === 'f8' ? Float64Array : Float32Array)(2 * values.length);
  for (let k = 0; k < values.length; k++) {
    pairs[2 * k] = values[k] as number;
    pairs[2 * k + 1] = imaginary[k] as number;
  }
  return pairs;
}

/** Values of a matrix as an array of NumPy has them. */
export function typedValues(
  { values, imaginary }: { readonly values: Float64Array; readonly imaginary?: Float64Array },
  element: ValueElement,
): { readonly type: ValueElement | 'c16' | 'c8'; readonly data: NpyData } {
  if (imaginary === undefined) return { type: element, data: valueData(values, element) };
  return { type: element === 'f4' ? 'c8' : 'c16', data: pairData({ values, imaginary }, element) };
}
