import type { FileLimits } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { layoutOf, type NpyType } from '../npy/element-type.ts';
import { type NpyArray, npyArray, requireAllowed } from '../npy/npy-array.ts';
import type { Hdf5Dataset, Hdf5Type } from './library.ts';

/** Classes of types, in HDF5's own numbers. */
const [INTEGER, FLOAT, COMPOUND, ENUM] = [0, 1, 6, 8];
/** Of the filters these come with the library: deflate, shuffle, checksums, szip, n-bit, scale and offset. */
const LAST_FILTER = 6;
/** Elements taken out of the library's memory at once. */
const PIECE = 2 ** 20;

/** How NumPy calls a type of numbers; that of pairs of floats is complex. `undefined` for any other. */
export function npyTypeOf({ type, size, signed, enum_type, compound_type }: Hdf5Type): NpyType | undefined {
  const kind = type === ENUM ? enum_type?.type : type;
  if (kind === INTEGER) return [1, 2, 4, 8].includes(size) ? (`${signed ? 'i' : 'u'}${size}` as NpyType) : undefined;
  if (kind === FLOAT) return size === 4 || size === 8 ? `f${size}` : undefined;
  const members = compound_type?.members ?? [];
  return type === COMPOUND && members.length === 2 && members.every((one) => one.type === FLOAT && one.size === 8)
    ? 'c16'
    : undefined;
}

/** The numbers of a dataset, in the order of its dimensions. Errors: `FILE.UNSUPPORTED`, `FILE.LIMIT`; those of the library. */
export function arrayOf(dataset: Hdf5Dataset, name: string, limits: FileLimits): NpyArray {
  const { metadata, filters } = dataset;
  const type = npyTypeOf(metadata);
  const layout = layoutOf(type ?? '');
  if (type === undefined || layout === undefined || metadata.shape === null)
    throw fileError('FILE.UNSUPPORTED', {
      member: name,
      what: `its elements, of ${metadata.size} bytes each, are no integers, no floats of 4 or 8 bytes and no complex numbers`,
      fix: 'Save it as numbers of float64.',
    });
  const filter = filters.find(({ id }) => id > LAST_FILTER);
  if (filter)
    throw fileError('FILE.UNSUPPORTED', {
      member: name,
      what: `it is compressed with '${filter.name.slice(0, 40)}', which is no part of HDF5`,
      fix: "Write the file again with compression='gzip'.",
    });
  const [lines = 1, ...across] = metadata.shape;
  const width = across.reduce((product, length) => product * length, 1);
  const count = lines * width;
  requireAllowed({ count, layout }, name, limits);
  const data = new layout.array(new ArrayBuffer(count * layout.bytes), 0, count * layout.parts);
  const step = Math.max(1, Math.floor(PIECE / Math.max(1, width)));
  const filled = width > 0 ? lines : 0;
  for (let from = 0; from < filled; from += step) {
    const to = Math.min(filled, from + step);
    const piece = dataset.slice(
      metadata.shape.length === 0 ? [] : [[from, to], ...across.map((length) => [0, length] as const)],
    );
    data.set((type === 'c16' ? (piece as number[][]).flat() : piece) as never, from * width * layout.parts);
  }
  return npyArray(type, metadata.shape, data);
}
