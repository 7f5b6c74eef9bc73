import type { FileMatrix } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { halfToNumber } from './element-type.ts';
import type { NpyArray } from './npy-array.ts';

/** The elements with the last index varying fastest: the same array where they already are. */
export function inCOrder(array: NpyArray): NpyArray {
  const { shape, fortran, type, data } = array;
  if (!fortran || shape.length < 2) return array;
  const parts = type.startsWith('c') ? 2 : 1;
  const turned = data.slice();
  const count = data.length / parts;
  const index = shape.map(() => 0);
  const strides = shape.map((_, axis) => shape.slice(0, axis).reduce((product, length) => product * length, 1));
  for (let k = 0; k < count; k++) {
    let from = 0;
    for (let axis = 0; axis < index.length; axis++) from += (index[axis] as number) * (strides[axis] as number);
    for (let part = 0; part < parts; part++) turned[k * parts + part] = data[from * parts + part] as never;
    for (let axis = index.length - 1; axis >= 0; axis--) {
      index[axis] = (index[axis] as number) + 1;
      if ((index[axis] as number) < (shape[axis] as number)) break;
      index[axis] = 0;
    }
  }
  return { ...array, fortran: false, data: turned };
}

/** The values of a matrix as its file has them. */
export type FileValues = Pick<FileMatrix, 'values' | 'imaginary' | 'integers' | 'field'>;

/** Float64 of integers of 64 bits, with the integers beside it where one is no float64. */
function fromBig(data: BigInt64Array | BigUint64Array): FileValues {
  const values = new Float64Array(data.length);
  let exact = true;
  for (let k = 0; k < data.length; k++) {
    const integer = data[k] as bigint;
    values[k] = Number(integer);
    exact &&= BigInt(values[k] as number) === integer;
  }
  return { values, field: 'integer', ...(exact ? {} : { integers: data }) };
}

function fromPairs(data: Float32Array | Float64Array): FileValues {
  const values = new Float64Array(data.length / 2);
  const imaginary = new Float64Array(data.length / 2);
  for (let k = 0; k < values.length; k++) {
    values[k] = data[2 * k] as number;
    imaginary[k] = data[2 * k + 1] as number;
  }
  return { values, imaginary, field: 'complex' };
}

/** The first `count` elements as float64: the array's own memory where they are that. Errors: `FILE.UNSUPPORTED` for texts. */
export function valuesOf({ type, data }: Pick<NpyArray, 'type' | 'data'>, count: number, member: string): FileValues {
  if (type.startsWith('S') || type.startsWith('U')) {
    throw fileError('FILE.UNSUPPORTED', {
      member,
      what: `the array holds texts (type ${type}), not numbers`,
      fix: 'Convert it to numbers before saving, for example a.astype(float).',
      details: { type },
    });
  }
  const wanted = type.startsWith('c') ? 2 * count : count;
  const part = data.length === wanted ? data : data.subarray(0, wanted);
  if (part instanceof BigInt64Array || part instanceof BigUint64Array) return fromBig(part);
  if (type === 'c8' || type === 'c16') return fromPairs(part as Float32Array | Float64Array);
  if (type === 'f2') return { values: Float64Array.from(part, halfToNumber), field: 'real' };
  const values = part instanceof Float64Array ? part : Float64Array.from(part);
  return { values, field: type.startsWith('f') ? 'real' : 'integer' };
}
