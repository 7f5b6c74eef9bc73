import { fileError } from '../../errors/file-error.ts';
import type { NpyData } from '../../npy/element-type.ts';
import { type NpyArray, npyArray } from '../../npy/npy-array.ts';
import { npyType } from './elements.ts';

/** Integers by the type of NumPy, from whole numbers. */
const MAKE: Readonly<Record<string, (list: Int32Array) => NpyData>> = {
  i1: (list) => Int8Array.from(list),
  i2: (list) => Int16Array.from(list),
  i4: (list) => list,
  i8: (list) => BigInt64Array.from(list, BigInt),
  u1: (list) => Uint8Array.from(list),
  u2: (list) => Uint16Array.from(list),
  u4: (list) => Uint32Array.from(list),
  u8: (list) => BigUint64Array.from(list, BigInt),
};

/** Indices or positions in a type of Binsparse. Errors: `FILE.WRITE` where one does not fit, or the type is none of integers. */
export function integersAs(list: Int32Array, name: string, type: string): NpyArray {
  const own = npyType(type) ?? 'f8';
  const data = MAKE[own]?.(list);
  const at = data ? list.findIndex((index, k) => Number(data[k]) !== index) : 0;
  if (data && at === -1) return npyArray(own, [list.length], data);
  throw fileError('FILE.WRITE', {
    what: data
      ? `element ${at} of ${name} is ${list[at]}, which is no ${type}`
      : `${name} is to be written as ${type}, which is no type of integers`,
    fix: 'Name a wider type of integers in data_types, such as int64.',
    details: { array: name, type },
  });
}
