import { checkReadOptions } from '../source/check-options.ts';
import type { FileLimits, FileMatrix } from '@spmv/core';
import { positionsByRows, rowIndexOf } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import type { FileValues } from '../npy/values.ts';
import { checkedIndices, checkedPointers, contradiction, requireCountable } from '../scipy/check.ts';
import { type BytesSource, openBytes } from '../source/bytes.ts';
import { COMPRESSION } from '../source/limits.ts';
import { type Archive, openArchive } from '../zip/archive.ts';
import { type ArrayReader, integersOf } from './arrays.ts';
import { type BinsparseDescriptor, descriptorOf, formatOf, hasDescriptor, readHeaderJson } from './descriptor.ts';
import { requireTriangle, requireZeroFill, valuesIn } from './entries.ts';
import { tensorMatrix } from './tensor/tensor-matrix.ts';

interface Reader extends ArrayReader {
  readonly descriptor: BinsparseDescriptor;
}

async function indexList(
  reader: Reader,
  name: string,
  { count, limit }: { readonly count: number; readonly limit: number },
): Promise<Int32Array> {
  const indices = await integersOf(reader, name);
  if (indices.length !== count)
    throw contradiction(`the array ${name} has ${indices.length} elements, but ${count} are needed`, {
      expected: count,
      got: indices.length,
    });
  return checkedIndices(indices, name, { count, limit });
}

/** Where each of so many lines begins, up to the last entry. */
async function pointersIn(reader: Reader, linesFor: (pointers: number) => number): Promise<Int32Array> {
  const { count } = reader.descriptor;
  const given = await integersOf(reader, 'pointers_to_1');
  const pointers = checkedPointers(given, 'pointers_to_1', { lines: linesFor(given.length), entries: count });
  const last = pointers.at(-1);
  if (last === count) return pointers;
  throw contradiction(`pointers_to_1 ends at ${last}, but ${count} values are stored`, { expected: count, got: last });
}

/** Which line each entry is on, of lines that are named. */
async function namedLines(reader: Reader, limit: number): Promise<Int32Array> {
  const pointers = await pointersIn(reader, (length) => Math.max(0, length - 1));
  const own = await indexList(reader, 'indices_0', { count: pointers.length - 1, limit });
  return rowIndexOf(pointers).map((place) => own[place] as number);
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
  if (format.startsWith('D')) return pair(await namedLines(reader, lines), inner);
  const pointers = await pointersIn(reader, () => lines);
  return byColumns ? pair(rowIndexOf(pointers), inner) : positionsByRows(pointers, inner);
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
  const header = await readHeaderJson(archive, limits);
  const layout = formatOf(header);
  if (layout === 'custom') return tensorMatrix(archive, header, limits);
  const descriptor = descriptorOf(header, layout);
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
 * Reads a matrix or vector of Binsparse in an NPZ container: all formats, predefined and custom, structures, iso and complex values; versions 0 and 1.
 * Values other than 0 where nothing is stored, and more than two dimensions are refused; `readBinsparseTensor` reads those.
 *
 * Follows the *Binary Sparse Format Specification*, version 0.1 with its `index_base` and the draft 0.1.0 (Binsparse/binsparse-specification,
 * 28577ec), and for the container what its reference implementation in Python writes: the descriptor as a text, in an array of that name.
 * Errors: `FILE.*`.
 */
export async function readBinsparse(source: BytesSource, options: ReadBinsparseOptions = {}): Promise<FileMatrix> {
  checkReadOptions('readBinsparse', options, {});
  const { limits = {} } = options;
  const archive = await openArchive(await openBytes(source, limits.bytes), limits);
  if (hasDescriptor(archive)) return binsparseIn(archive, limits);
  throw contradiction(`the archive has no descriptor of Binsparse; it has ${archive.names.slice(0, 8).join(', ')}`);
}
