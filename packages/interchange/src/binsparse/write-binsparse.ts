import type { FileMatrix, OptionRules } from '@spmv/core';
import { checkOptions, nameOption } from '@spmv/core';
import { type NpyArray, npyArray, writeNpy } from '../npy/npy-array.ts';
import { byColumn, entriesIn, pointersOf, type SortedEntries } from '../scipy/from-entries.ts';
import {
  COMPRESSION_AXIS,
  INDEX_AXIS,
  indexData,
  typedValues,
  type ValueElement,
  VALUES_AXIS,
} from '../file-types/elements.ts';
import { writeZip } from '../zip/write-zip.ts';
import { fileError } from '../errors/file-error.ts';
import { VERSION } from './version.ts';

/** What files are written in. */
export const WRITTEN_FORMATS = ['CSR', 'CSC', 'COOR', 'COOC', 'DCSR', 'DCSC', 'DMATR', 'DMATC'] as const;

/** In which of its formats a Binsparse file is written. */
export type WrittenFormat = (typeof WRITTEN_FORMATS)[number];

/** How to write a file. */
export interface WriteBinsparseOptions {
  readonly format?: WrittenFormat;
  readonly index?: 'i4' | 'i8';
  readonly values?: ValueElement;
  readonly compression?: 'none' | 'deflate';
}

const RULES: OptionRules<WriteBinsparseOptions> = {
  format: nameOption(WRITTEN_FORMATS),
  index: nameOption(INDEX_AXIS.values),
  values: nameOption(VALUES_AXIS.values),
  compression: nameOption(COMPRESSION_AXIS.values),
};

const NAMES: Readonly<Record<string, string>> = { i4: 'int32', i8: 'int64', f4: 'float32', f8: 'float64' };
/** Elements of a dense file beside entries of a sparse matrix: more is a mistake. */
const MOST_ELEMENTS = 2 ** 28;

type Values = Pick<FileMatrix, 'values' | 'imaginary'>;

/** Every element by lines, 0 where there is no entry. Errors: `FILE.WRITE` where they would be too many. */
function spread({ shape, rowIndex, colIndex, values, imaginary }: SortedEntries, byColumns: boolean): Values {
  const { rows, cols } = shape;
  if (rows * cols > MOST_ELEMENTS) {
    throw fileError('FILE.WRITE', {
      what: `a dense ${rows} × ${cols} matrix has ${rows * cols} elements, more than ${MOST_ELEMENTS}`,
      fix: 'Write it in CSR.',
      details: { limit: MOST_ELEMENTS },
    });
  }
  const put = (some: Float64Array): Float64Array => {
    const all = new Float64Array(rows * cols);
    some.forEach((value, k) => {
      const [i, j] = [rowIndex[k] as number, colIndex[k] as number];
      all[byColumns ? j * rows + i : i * cols + j] = value;
    });
    return all;
  };
  return { values: put(values), ...(imaginary ? { imaginary: put(imaginary) } : {}) };
}

/** The lines that have entries, and where those begin. */
function occupied(lineIndex: Int32Array): { readonly lines: Int32Array; readonly pointers: Int32Array } {
  const starts = [...lineIndex.keys()].filter((k) => k === 0 || lineIndex[k] !== lineIndex[k - 1]);
  return {
    lines: Int32Array.from(starts, (k) => lineIndex[k] as number),
    pointers: Int32Array.from([...starts, lineIndex.length]),
  };
}

/** The index arrays of a sparse format, by name. */
function indexArrays(entries: SortedEntries, format: WrittenFormat): Readonly<Record<string, Int32Array>> {
  const { rowIndex, colIndex, shape } = entries;
  const byColumns = format.endsWith('C');
  const [outer, inner] = byColumns ? [colIndex, rowIndex] : [rowIndex, colIndex];
  if (format.startsWith('COO')) return { indices_0: outer, indices_1: inner };
  if (!format.startsWith('D'))
    return { pointers_to_1: pointersOf(outer, byColumns ? shape.cols : shape.rows), indices_1: inner };
  const { lines, pointers } = occupied(outer);
  return { indices_0: lines, pointers_to_1: pointers, indices_1: inner };
}

/** The text as NumPy stores one: code points of 32 bits. */
export function textArray(text: string): NpyArray {
  const points = Uint32Array.from(text, (character) => character.codePointAt(0) as number);
  return npyArray(`U${points.length}`, [], points);
}

/**
 * A file of Binsparse in an NPZ container, in pieces. The matrix is sorted by row, then column, no position twice, and general.
 * Errors: `FILE.WRITE`.
 */
export function writeBinsparse(matrix: FileMatrix, options: WriteBinsparseOptions = {}): AsyncGenerator<Uint8Array> {
  checkOptions('writeBinsparse', options, RULES);
  const { format = 'CSR', index = 'i4', values: element = 'f8', compression = 'none' } = options;
  const entries = entriesIn(matrix);
  const { shape } = entries;
  const isDense = format.startsWith('DMAT');
  const own = !isDense && format.endsWith('C') ? byColumn(entries) : entries;
  const { type, data } = typedValues(isDense ? spread(entries, format === 'DMATC') : own, element);
  // Complex numbers are pairs of real ones.
  const real = type === 'c16' ? 'f8' : type === 'c8' ? 'f4' : type;
  const indices = isDense ? {} : indexArrays(own, format);
  const named = NAMES[real] as string;
  const descriptor = {
    version: VERSION,
    format,
    shape: [shape.rows, shape.cols],
    number_of_stored_values: isDense ? shape.rows * shape.cols : own.values.length,
    data_types: {
      ...Object.fromEntries(Object.keys(indices).map((name) => [name, NAMES[index]])),
      values: type === real ? named : `complex[${named}]`,
    },
  };
  const arrays: readonly (readonly [string, NpyArray])[] = [
    ...Object.entries(indices).map(
      ([name, list]) => [name, npyArray(index, [list.length], indexData(list, index))] as const,
    ),
    ['values', npyArray(real, [data.length], data)],
    ['binsparse', textArray(JSON.stringify({ binsparse: descriptor }, null, 2))],
  ];
  return writeZip(
    arrays.map(([name, array]) => ({ name: `${name}.npy`, parts: writeNpy(array) })),
    compression === 'deflate',
  );
}
