import { checkReadOptions } from '../source/check-options.ts';
import type { FileLimits, Shape } from '@spmv/core';
import { INDEX_LIMIT, nameOption } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { type NpyArray, readArrayAt } from '../npy/npy-array.ts';
import { type BytesSource, openBytes } from '../source/bytes.ts';
import { type Archive, openArchive } from '../zip/archive.ts';
import { indicesOf, requireCountable } from './check.ts';
import { SCIPY_ARRAYS, type SciPyFormat, type SciPyMatrix } from './scipy-matrix.ts';

/** Reads one array of an archive, its checksum compared. `undefined` where there is none of this name. Errors: `FILE.*`. */
export async function readMember(archive: Archive, name: string, limits: FileLimits): Promise<NpyArray | undefined> {
  const member = await archive.open(`${name}.npy`);
  if (member === undefined) return undefined;
  const { bytes, at, end, checksum } = member;
  const seen = checksum ? { seen: checksum.add } : {};
  const array = await readArrayAt(bytes, { at, end, member: name, limits, ...seen });
  checksum?.compare();
  return array;
}

/** An array that has to be there. Errors: `FILE.FORMAT`. */
async function requireMember(archive: Archive, name: string, limits: FileLimits): Promise<NpyArray> {
  const array = await readMember(archive, name, limits);
  if (array !== undefined) return array;
  const names = archive.names.slice(0, 8).join(', ');
  throw fileError('FILE.FORMAT', {
    what: `the archive has no array ${name}, which a sparse matrix of SciPy has; it has ${names === '' ? 'none' : names}`,
    fix: 'Write the matrix with scipy.sparse.save_npz; a dense array is a .npy file, from numpy.save.',
    details: { names: archive.names.slice(0, 100) },
  });
}

/** The text of an array that holds one, or `undefined`. */
export function textOf({ type, data }: NpyArray): string | undefined {
  if (type.startsWith('S')) return new TextDecoder().decode(data).replace(/\0+$/, '');
  if (!type.startsWith('U')) return undefined;
  let text = '';
  for (const point of data as Uint32Array) {
    if (point > 0x10_ffff) return undefined;
    text += String.fromCodePoint(point);
  }
  return text.replace(/\0+$/, '');
}

function shapeOf(array: NpyArray): Shape {
  const lengths = Array.from(indicesOf(array, 'shape') as Int32Array, Number);
  const [rows = -1, cols = -1] = lengths;
  if (lengths.length !== 2) {
    throw fileError('FILE.UNSUPPORTED', {
      member: 'shape',
      what: `the matrix has ${lengths.length} dimensions, not two`,
      fix: 'Save it as a matrix, for example a.reshape(1, -1).',
      details: { shape: lengths },
    });
  }
  if (!(rows >= 0 && cols >= 0))
    throw fileError('FILE.FORMAT', {
      member: 'shape',
      what: `${rows} × ${cols} is no shape`,
      fix: 'Save the matrix again.',
    });
  requireCountable(Math.max(rows, cols), 'rows or columns');
  return { rows: Math.min(rows, INDEX_LIMIT), cols };
}

/** `row` and `col` of the two rows of `coords`, as SciPy will write COO one day. */
function splitCoords(coords: NpyArray): Readonly<Record<string, NpyArray>> {
  const [two = 0, count = 0] = coords.shape;
  if (coords.shape.length !== 2 || two !== 2 || coords.fortran) {
    throw fileError('FILE.UNSUPPORTED', {
      member: 'coords',
      what: `coords of shape (${coords.shape.join(', ')})${coords.fortran ? ' in Fortran order' : ''} are not those of a matrix`,
      fix: 'Save a matrix of two dimensions.',
    });
  }
  const part = (from: number): NpyArray => ({
    ...coords,
    shape: [count],
    data: coords.data.subarray(from, from + count),
  });
  return { row: part(0), col: part(count) };
}

async function indexArrays(
  archive: Archive,
  format: SciPyFormat,
  limits: FileLimits,
): Promise<Readonly<Record<string, NpyArray>>> {
  const coords = format === 'coo' ? await readMember(archive, 'coords', limits) : undefined;
  if (coords !== undefined) return splitCoords(coords);
  const arrays: Record<string, NpyArray> = {};
  for (const name of SCIPY_ARRAYS[format]) arrays[name] = await requireMember(archive, name, limits);
  return arrays;
}

/** How to read a file. */
export interface ReadSciPyOptions {
  readonly limits?: FileLimits;
  /** `skip` does without those of members that are not compressed, about a third of the time. Default `compare`. */
  readonly checksums?: 'compare' | 'skip';
}

/** The matrix in an archive that is open. Errors: as `readSciPyNpz`. */
export async function sciPyIn(archive: Archive, limits: FileLimits): Promise<SciPyMatrix> {
  const format = textOf(await requireMember(archive, 'format', limits)) ?? '';
  if (!Object.hasOwn(SCIPY_ARRAYS, format)) {
    throw fileError('FILE.UNSUPPORTED', {
      member: 'format',
      what: `SciPy stores no matrix in the format '${format.slice(0, 40)}'`,
      fix: `Save one of: ${Object.keys(SCIPY_ARRAYS).join(', ')}.`,
      details: { format: format.slice(0, 40) },
    });
  }
  const known = format as SciPyFormat;
  const shape = shapeOf(await requireMember(archive, 'shape', limits));
  const isArray = await readMember(archive, '_is_array', limits);
  return {
    format: known,
    shape,
    isArray: Number(isArray?.data[0] ?? 0) !== 0,
    arrays: { ...(await indexArrays(archive, known, limits)), data: await requireMember(archive, 'data', limits) },
  };
}

/**
 * Reads what `scipy.sparse.save_npz` writes: csr, csc, coo, bsr or dia, compressed or not. Of a file only the bytes of its arrays are read,
 * each straight into memory of its own where it is not compressed. Nothing is run.
 *
 * Errors: `FILE.*` with the member and the byte at fault.
 */
export async function readSciPyNpz(source: BytesSource, options: ReadSciPyOptions = {}): Promise<SciPyMatrix> {
  checkReadOptions('readSciPyNpz', options, { checksums: nameOption(['compare', 'skip']) });
  const { limits = {}, checksums = 'compare' } = options;
  return sciPyIn(await openArchive(await openBytes(source, limits.bytes), limits, checksums), limits);
}
