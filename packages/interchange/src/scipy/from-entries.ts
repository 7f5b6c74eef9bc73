import type { FileMatrix, Shape } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';
import { indexData } from '../file-types/elements.ts';
import { requireProportion } from '../source/proportion.ts';
import { type NpyArray, npyArray } from '../npy/npy-array.ts';
import type { SciPyFormat, SciPyMatrix } from './scipy-matrix.ts';

/** Values of a matrix, complex where there are imaginary parts. */
export type Values = Pick<FileMatrix, 'values' | 'imaginary'>;

/** Entries sorted by row, then column, no position twice. */
export interface SortedEntries extends Values {
  readonly shape: Shape;
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
}

interface Wanted {
  readonly format: SciPyFormat;
  readonly index: 'i4' | 'i8';
  /** Rows and columns of a block of bsr. */
  readonly block: number;
  /** The array of values in the type that is wanted. */
  readonly data: (values: Values, shape: readonly number[]) => NpyArray;
}

/** More elements than this many times the entries are no diagonals or blocks, but a dense matrix. */
const MOST_PADDING = 64;
const FREE_PADDING = 2 ** 20;

function requireSparse(elements: number, entries: number, what: string): void {
  if (elements <= FREE_PADDING + MOST_PADDING * entries) return;
  throw fileError('FILE.WRITE', {
    what: `${what} of this matrix have ${elements} elements, for ${entries} entries`,
    fix: 'Write it in another layout, such as csr.',
    details: { elements, entries },
  });
}

/** Every element of a dense matrix, or the entries that there are. */
export function entriesIn({ shape, positions, values, imaginary }: FileMatrix): SortedEntries {
  const parts = { values, ...(imaginary ? { imaginary } : {}) };
  if (positions) return { shape, ...positions, ...parts };
  const { cols } = shape;
  return {
    shape,
    rowIndex: Int32Array.from(values, (_, k) => Math.floor(k / cols)),
    colIndex: Int32Array.from(values, (_, k) => k % cols),
    ...parts,
  };
}

/** Where each line begins, for entries sorted by line. Errors: `FILE.WRITE` where nearly all lines are empty. */
export function pointersOf(lineIndex: Int32Array, lines: number): Int32Array {
  requireProportion(lines, lineIndex.length, {
    what: 'the rows or columns',
    fix: 'Write the entries alone: .mtx, .npz with layout=coo, or .bsp.npz with layout=COOR.',
  });
  const pointers = new Int32Array(lines + 1);
  for (const line of lineIndex) pointers[line + 1] = (pointers[line + 1] as number) + 1;
  for (let i = 0; i < lines; i++) pointers[i + 1] = (pointers[i + 1] as number) + (pointers[i] as number);
  return pointers;
}

/** The same entries sorted by column, then row. */
export function byColumn({ shape, rowIndex, colIndex, values, imaginary }: SortedEntries): SortedEntries {
  const next = pointersOf(colIndex, shape.cols);
  const from = new Int32Array(values.length);
  colIndex.forEach((col, k) => {
    const slot = next[col] as number;
    next[col] = slot + 1;
    from[slot] = k;
  });
  return {
    shape,
    rowIndex: from.map((k) => rowIndex[k] as number),
    colIndex: from.map((k) => colIndex[k] as number),
    values: Float64Array.from(from, (k) => values[k] as number),
    ...(imaginary ? { imaginary: Float64Array.from(from, (k) => imaginary[k] as number) } : {}),
  };
}

/** Values put into an array of `length` elements, the rest 0. */
function scattered({ values, imaginary }: Values, length: number, slot: (entry: number) => number): Values {
  const put = (some: Float64Array): Float64Array => {
    const all = new Float64Array(length);
    some.forEach((value, k) => (all[slot(k)] = value));
    return all;
  };
  return { values: put(values), ...(imaginary ? { imaginary: put(imaginary) } : {}) };
}

type Arrays = SciPyMatrix['arrays'];

function blocks(
  entries: SortedEntries,
  { index, block, data }: Wanted,
  list: (indices: Int32Array) => NpyArray,
): Arrays {
  const { rowIndex, colIndex, values, shape } = entries;
  const { rows, cols } = shape;
  if (rows % block !== 0 || cols % block !== 0) {
    throw fileError('FILE.WRITE', {
      what: `blocks of ${block} × ${block} do not divide a matrix of ${rows} × ${cols}`,
      fix: 'Set the parameter block to a number that divides both, such as block=1.',
      details: { block, rows, cols },
    });
  }
  const across = cols / block;
  const keyOf = (k: number): number =>
    Math.floor((rowIndex[k] as number) / block) * across + Math.floor((colIndex[k] as number) / block);
  const keys = Float64Array.from(new Set(Float64Array.from(values, (_, k) => keyOf(k)))).sort();
  const places = new Map(Array.from(keys, (key, b): [number, number] => [key, b]));
  const size = block * block;
  requireSparse(keys.length * size, values.length, 'the blocks');
  const slot = (k: number): number =>
    (places.get(keyOf(k)) as number) * size +
    ((rowIndex[k] as number) % block) * block +
    ((colIndex[k] as number) % block);
  const lines = pointersOf(
    Int32Array.from(keys, (key) => Math.floor(key / across)),
    rows / block,
  );
  return {
    indices: list(Int32Array.from(keys, (key) => key % across)),
    indptr: npyArray(index, [lines.length], indexData(lines, index)),
    data: data(scattered(entries, keys.length * size, slot), [keys.length, block, block]),
  };
}

function diagonals(entries: SortedEntries, { data }: Wanted, list: (indices: Int32Array) => NpyArray): Arrays {
  const { rowIndex, colIndex, values, shape } = entries;
  const offsetOf = (k: number): number => (colIndex[k] as number) - (rowIndex[k] as number);
  const offsets = Int32Array.from(new Set(Int32Array.from(values, (_, k) => offsetOf(k)))).sort();
  requireSparse(offsets.length * shape.cols, values.length, 'the diagonals');
  const places = new Map(Array.from(offsets, (offset, d): [number, number] => [offset, d]));
  const slot = (k: number): number => (places.get(offsetOf(k)) as number) * shape.cols + (colIndex[k] as number);
  return {
    offsets: list(offsets),
    data: data(scattered(entries, offsets.length * shape.cols, slot), [offsets.length, shape.cols]),
  };
}

/**
 * A matrix as SciPy stores it. Entries are sorted by row, then column; on diagonals, which keep no stored zeros, those are not entries any
 * more. Errors: `FILE.WRITE` where blocks do not divide the matrix, or padding would be most of the file.
 */
export function sciPyArrays(matrix: FileMatrix, wanted: Wanted): Omit<SciPyMatrix, 'isArray'> {
  const entries = entriesIn(matrix);
  const { format, index, data } = wanted;
  const { shape } = entries;
  const list = (indices: Int32Array): NpyArray => npyArray(index, [indices.length], indexData(indices, index));
  const values = ({ values: real, imaginary }: SortedEntries): NpyArray =>
    data({ values: real, ...(imaginary ? { imaginary } : {}) }, [real.length]);
  const made = (): Arrays => {
    if (format === 'coo') return { row: list(entries.rowIndex), col: list(entries.colIndex), data: values(entries) };
    if (format === 'bsr') return blocks(entries, wanted, list);
    if (format === 'dia') return diagonals(entries, wanted, list);
    const own = format === 'csr' ? entries : byColumn(entries);
    const [lines, inside] = format === 'csr' ? [own.rowIndex, own.colIndex] : [own.colIndex, own.rowIndex];
    const pointers = pointersOf(lines, format === 'csr' ? shape.rows : shape.cols);
    return { indices: list(inside), indptr: list(pointers), data: values(own) };
  };
  return { format, shape, arrays: made() };
}
