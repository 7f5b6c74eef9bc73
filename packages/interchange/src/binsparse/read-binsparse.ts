import type { FileLimits, FileMatrix } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { NpyType } from '../npy/element-type.ts';
import type { NpyArray } from '../npy/npy-array.ts';
import { type FileValues, valuesOf } from '../npy/values.ts';
import { checkedIndices, checkedPointers, contradiction, indicesOf, requireCountable } from '../scipy/check.ts';
import { readMember } from '../scipy/read-scipy.ts';
import { linesOf } from '../scipy/to-entries.ts';
import { type FileSource, openBytes } from '../source/bytes.ts';
import { COMPRESSION } from '../source/limits.ts';
import { type Archive, openArchive } from '../zip/archive.ts';
import { type BinsparseDescriptor, hasDescriptor, readDescriptor } from './descriptor.ts';

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

interface ElementType {
  readonly base: string;
  readonly iso: boolean;
  readonly complex: boolean;
}

/** Takes `iso[complex[float64]]` apart. Errors: `FILE.UNSUPPORTED`. */
function elementType(type: string, member: string): ElementType {
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

interface Reader {
  readonly descriptor: BinsparseDescriptor;
  readonly archive: Archive;
  readonly limits: FileLimits;
}

/** An array of one dimension whose elements are as the descriptor says. Errors: `FILE.FORMAT`, `FILE.UNSUPPORTED`. */
async function arrayOf(
  { descriptor, archive, limits }: Reader,
  name: string,
): Promise<NpyArray & { readonly element: ElementType }> {
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

/** The values, one for each entry. Errors: `FILE.FORMAT`. */
async function valuesIn(reader: Reader, name: string, count: number): Promise<FileValues> {
  const array = await arrayOf(reader, name);
  const { iso, complex, base } = array.element;
  const pairs = complex && array.type.startsWith('f');
  const type: NpyType = pairs ? (base === 'float32' ? 'c8' : 'c16') : array.type;
  const stored = iso ? 1 : count;
  const needed = complex ? 2 * stored : stored;
  if (array.data.length !== needed)
    throw contradiction(`the array ${name} has ${array.data.length} numbers, but ${needed} are needed`, {
      expected: needed,
      got: array.data.length,
    });
  const found = valuesOf({ type, data: array.data }, stored, name);
  if (!iso) return found;
  const { values, imaginary, integers, field } = found;
  const same = (one: Float64Array): Float64Array => new Float64Array(count).fill(one[0] as number);
  const isOnes = values[0] === 1 && imaginary === undefined;
  return {
    values: same(values),
    ...(imaginary ? { imaginary: same(imaginary) } : {}),
    ...(integers
      ? { integers: new (integers.constructor as BigInt64ArrayConstructor)(count).fill(integers[0] as bigint) }
      : {}),
    field: isOnes ? 'pattern' : field,
  };
}

async function indexList(
  reader: Reader,
  name: string,
  { count, limit }: { readonly count: number; readonly limit: number },
): Promise<Int32Array> {
  const array = await arrayOf(reader, name);
  const indices = indicesOf(array, name);
  if (indices.length !== count)
    throw contradiction(`the array ${name} has ${indices.length} elements, but ${count} are needed`, {
      expected: count,
      got: indices.length,
    });
  return checkedIndices(indices, name, { count, limit });
}

/** Which line each entry is on: all lines have a pointer, or those that are named. */
async function lineList(reader: Reader, lines: number): Promise<Int32Array> {
  const { format, count } = reader.descriptor;
  const pointers = indicesOf(await arrayOf(reader, 'pointers_to_1'), 'pointers_to_1');
  if (!format.startsWith('D')) {
    const checked = checkedPointers(pointers, 'pointers_to_1', { lines, entries: count });
    requireAll(checked, count);
    return linesOf(checked, count);
  }
  const named = Math.max(0, pointers.length - 1);
  const own = await indexList(reader, 'indices_0', { count: named, limit: lines });
  const checked = checkedPointers(pointers, 'pointers_to_1', { lines: named, entries: count });
  requireAll(checked, count);
  return linesOf(checked, count).map((place) => own[place] as number);
}

function requireAll(pointers: Int32Array, count: number): void {
  const last = pointers.at(-1);
  if (last !== count)
    throw contradiction(`pointers_to_1 ends at ${last}, but ${count} values are stored`, {
      expected: count,
      got: last,
    });
}

async function positionsOf(reader: Reader): Promise<NonNullable<FileMatrix['positions']>> {
  const {
    format,
    shape: { rows, cols },
    count,
  } = reader.descriptor;
  const byColumns = format.endsWith('C');
  const [lines, across] = byColumns ? [cols, rows] : [rows, cols];
  const pair = (outer: Int32Array, inner: Int32Array): NonNullable<FileMatrix['positions']> =>
    byColumns ? { rowIndex: inner, colIndex: outer } : { rowIndex: outer, colIndex: inner };
  if (format === 'CVEC')
    return { rowIndex: await indexList(reader, 'indices_0', { count, limit: rows }), colIndex: new Int32Array(count) };
  const inner = await indexList(reader, 'indices_1', { count, limit: across });
  if (format.startsWith('COO')) return pair(await indexList(reader, 'indices_0', { count, limit: lines }), inner);
  return pair(await lineList(reader, lines), inner);
}

/** Refuses entries on the side of the diagonal where the structure says there are none. Errors: `FILE.FORMAT`. */
function requireTriangle(
  { triangle, symmetry }: BinsparseDescriptor,
  { rowIndex, colIndex }: NonNullable<FileMatrix['positions']>,
): void {
  if (triangle === undefined) return;
  const sign = triangle === 'lower' ? 1 : -1;
  const at = rowIndex.findIndex((row, k) => sign * (row - (colIndex[k] as number)) < 0);
  if (at === -1) return;
  throw contradiction(
    `entry ${at} at (${rowIndex[at]}, ${colIndex[at]}) is not in the ${triangle} triangle, which is all that a ${symmetry} matrix stores`,
    { entry: at },
  );
}

/** Refuses a value other than 0 where nothing is stored: such a matrix is not sparse. Errors: `FILE.UNSUPPORTED`. */
async function requireZeroFill(reader: Reader): Promise<void> {
  if (!reader.descriptor.fill) return;
  const { values, imaginary } = await valuesIn(reader, 'fill_value', 1);
  if (values[0] === 0 && (imaginary?.[0] ?? 0) === 0) return;
  throw fileError('FILE.UNSUPPORTED', {
    member: 'fill_value',
    what: `what is not stored has the value ${values[0]}, but here it is 0`,
    fix: 'Write the matrix as a dense one, in DMATR.',
    details: { value: values[0] },
  });
}

/** By rows what lies by columns. */
function byRows(columns: Float64Array, { rows, cols }: FileMatrix['shape']): Float64Array {
  return columns.map((_, at) => columns[(at % cols) * rows + Math.floor(at / cols)] as number);
}

function dense(found: FileValues, { format, shape, symmetry }: BinsparseDescriptor): FileMatrix {
  if (symmetry !== 'general') {
    throw fileError('FILE.UNSUPPORTED', {
      member: 'binsparse',
      what: `a dense matrix with one triangle (${symmetry}) is not read`,
      fix: 'Write it whole, or in CSR.',
    });
  }
  const { values, imaginary, integers, field } = found;
  const about = `Binsparse ${format}`;
  if (format !== 'DMATC') return { shape, ...found, symmetry, about };
  if (integers) {
    throw fileError('FILE.UNSUPPORTED', {
      member: 'values',
      what: 'integers beyond 2^53 that lie by columns are not read',
      fix: 'Write the matrix by rows, in DMATR.',
    });
  }
  return {
    shape,
    values: byRows(values, shape),
    ...(imaginary ? { imaginary: byRows(imaginary, shape) } : {}),
    field,
    symmetry,
    about,
  };
}

/** Refuses one value that stands for more elements than a file may unfold to. Errors: `FILE.LIMIT`. */
function requireSpread({ types, count }: BinsparseDescriptor, limits: FileLimits): void {
  const limit = limits.bytes ?? COMPRESSION.free;
  if (!types['values']?.startsWith('iso[') || 8 * count <= limit) return;
  throw fileError('FILE.LIMIT', {
    member: 'values',
    what: `one value stands for ${count} elements, ${8 * count} bytes, more than ${limit}`,
    fix: 'If you trust the file, raise limits.bytes, in the command --max-text-bytes.',
    details: { limit, elements: count },
  });
}

/** The matrix in an archive of Binsparse that is open. Errors: as `readBinsparse`. */
export async function binsparseIn(archive: Archive, limits: FileLimits): Promise<FileMatrix> {
  const descriptor = await readDescriptor(archive, limits);
  const reader = { descriptor, archive, limits };
  const { format, shape, count, types } = descriptor;
  requireCountable(count, 'stored values');
  const isDense = format === 'DVEC' || format.startsWith('DMAT');
  if (isDense && count !== shape.rows * shape.cols)
    throw contradiction(
      `${count} values are stored, but a dense ${shape.rows} × ${shape.cols} matrix has ${shape.rows * shape.cols}`,
    );
  if (isDense) {
    requireSpread(descriptor, limits);
    return dense(await valuesIn(reader, 'values', count), descriptor);
  }
  await requireZeroFill(reader);
  // Before the values: iso stands for as many as there are positions.
  const positions = await positionsOf(reader);
  requireTriangle(descriptor, positions);
  return {
    shape,
    positions,
    ...(await valuesIn(reader, 'values', count)),
    symmetry: descriptor.symmetry,
    about: `Binsparse ${format}, ${types['values']}`,
  };
}

/** How to read a file. */
export interface ReadBinsparseOptions {
  readonly limits?: FileLimits;
}

/**
 * Reads a matrix or vector of Binsparse in an NPZ container: all predefined formats, structures, iso and complex values; versions 0 and 1.
 * Custom formats, values other than 0 where nothing is stored, and more than two dimensions are refused.
 *
 * Follows the *Binary Sparse Format Specification*, draft 0.1.0 (GraphBLAS/binsparse-specification), and for the container what its
 * reference implementation in Python writes: the descriptor as a text, in an array of that name. Errors: `FILE.*`.
 */
export async function readBinsparse(
  source: FileSource,
  { limits = {} }: ReadBinsparseOptions = {},
): Promise<FileMatrix> {
  const archive = await openArchive(await openBytes(source, limits.bytes), limits);
  if (hasDescriptor(archive)) return binsparseIn(archive, limits);
  throw contradiction(`the archive has no descriptor of Binsparse; it has ${archive.names.slice(0, 8).join(', ')}`);
}
