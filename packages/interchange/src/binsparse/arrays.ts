import type { FileLimits } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { NpyType } from '../npy/element-type.ts';
import type { NpyArray } from '../npy/npy-array.ts';
import { contradiction, type IndexArray, indicesOf } from '../scipy/check.ts';
import { readMember } from '../scipy/read-scipy.ts';
import type { Archive } from '../zip/archive.ts';
import type { CommonDescriptor } from './descriptor.ts';

/** Types of Binsparse and what NumPy calls them. */
const ELEMENTS: Readonly<Record<string, readonly NpyType[]>> = {
  uint8: ['u1'],
  uint16: ['u2'],
  uint32: ['u4'],
  uint64: ['u8'],
  int8: ['i1'],
  int16: ['i2'],
  int32: ['i4'],
  int64: ['i8'],
  float32: ['f4'],
  float64: ['f8'],
  bint8: ['b1', 'u1'],
};

/** A type taken apart. */
export interface BinsparseElement {
  readonly base: string;
  readonly iso: boolean;
  readonly complex: boolean;
}

/** Takes `iso[complex[float64]]` apart. Errors: `FILE.UNSUPPORTED`. */
function elementType(type: string, member: string): BinsparseElement {
  const [, iso, complex, base = ''] = /^(iso\[)?(complex\[)?([a-z]+\d+)\]{0,2}$/.exec(type) ?? [];
  const closed = (iso ? 1 : 0) + (complex ? 1 : 0) === (/\]*$/.exec(type)?.[0].length ?? 0);
  const isKnown = Object.hasOwn(ELEMENTS, base) && (complex === undefined || base.startsWith('float'));
  if (closed && isKnown) return { base, iso: iso !== undefined, complex: complex !== undefined };
  throw fileError('FILE.UNSUPPORTED', {
    member,
    what: `elements of type '${type.slice(0, 40)}' are not read`,
    fix: `Write them as one of ${Object.keys(ELEMENTS).join(', ')}, as complex[float32] or complex[float64], or with iso[…] around it.`,
    details: { type: type.slice(0, 40) },
  });
}

/** Where arrays are read from, and what the descriptor says of them. */
export interface ArrayReader {
  readonly descriptor: Pick<CommonDescriptor, 'types' | 'indexBase'> & { readonly format: string };
  readonly archive: Archive;
  readonly limits: FileLimits;
}

/** An array of one dimension whose elements are as the descriptor says. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
export async function arrayOf(
  { descriptor, archive, limits }: ArrayReader,
  name: string,
): Promise<NpyArray & { readonly element: BinsparseElement }> {
  const { types, format } = descriptor;
  if (!Object.hasOwn(types, name))
    throw contradiction(`the format ${format} needs an array ${name}, and data_types names none`);
  const element = elementType(types[name] as string, name);
  const array = await readMember(archive, name, limits);
  if (array === undefined) throw contradiction(`the format ${format} needs an array ${name}, and the archive has none`);
  const allowed: readonly string[] = [
    ...(ELEMENTS[element.base] ?? []),
    ...(element.complex ? [element.base === 'float32' ? 'c8' : 'c16'] : []),
  ];
  if (array.shape.length !== 1 || !allowed.includes(array.type))
    throw contradiction(
      `the array ${name} has ${array.shape.length} dimensions and type ${array.type}, but is said to be a list of ${types[name]}`,
    );
  return { ...array, element };
}

/** Indices or positions, counted from 0. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
export async function integersOf(reader: ArrayReader, name: string): Promise<IndexArray> {
  const integers = indicesOf(await arrayOf(reader, name), name);
  if (reader.descriptor.indexBase === 0) return integers;
  return integers instanceof BigInt64Array || integers instanceof BigUint64Array
    ? BigInt64Array.from(integers, (integer) => integer - 1n)
    : Float64Array.from(integers, (integer) => integer - 1);
}
