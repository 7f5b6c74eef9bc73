import type { ArraysOf, CooMatrix, Finding, Params, SparseFormat, StoredMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import { checkRowColumns, checkRowStart, regularEntries } from './row-checks.ts';
import { VAZQUEZ } from './sources.ts';

const layout = {
  rowStart: {
    element: 'i32',
    length: 'rows + 1',
    doc: 'Index of the first place of each row, a multiple of `multiple`; the last element is slots.',
  },
  colIndex: {
    element: 'i32',
    length: 'slots',
    doc: 'Column of each entry, increasing within a row; −1 where padding.',
  },
  values: { element: 'value', length: 'slots', doc: 'Value of each entry; 0 where padding.' },
} as const;

/** The arrays of format `csr-padded`. */
export type CsrPaddedArrays = ArraysOf<typeof layout>;

/** The parameters of format `csr-padded`. */
export interface CsrPaddedParams extends Params {
  readonly multiple: number;
}

function paddedSlots(rowLength: Int32Array, multiple: number): number {
  let slots = 0;
  for (const length of rowLength) slots += Math.ceil(length / multiple) * multiple;
  return slots;
}

type Stored = StoredMatrix<CsrPaddedArrays, CsrPaddedParams>;

function build(coo: CooMatrix, { params: { multiple }, arrays: { rowStart, colIndex, values } }: Stored): void {
  const source = rowStartOf(coo);
  colIndex.fill(-1);
  for (let i = 0; i < coo.shape.rows; i++) {
    const from = source[i];
    const to = source[i + 1];
    const start = rowStart[i];
    rowStart[i + 1] = start + Math.ceil((to - from) / multiple) * multiple;
    colIndex.set(coo.colIndex.subarray(from, to), start);
    values.set(coo.values.subarray(from, to), start);
  }
}

/** Entries of row i: the places before its padding. */
function entriesOfRow(arrays: CsrPaddedArrays, row: number): number {
  const start = arrays.rowStart[row];
  let end = arrays.rowStart[row + 1];
  while (end > start && arrays.colIndex[end - 1] === -1) end--;
  return end - start;
}

function toCoo({ shape, nnz, arrays }: Stored): CooMatrix {
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  const values = new Float64Array(nnz);
  let k = 0;
  for (let i = 0; i < shape.rows; i++) {
    const start = arrays.rowStart[i];
    const length = entriesOfRow(arrays, i);
    rowIndex.fill(i, k, k + length);
    colIndex.set(arrays.colIndex.subarray(start, start + length), k);
    values.set(arrays.values.subarray(start, start + length), k);
    k += length;
  }
  return { shape: { ...shape }, rowIndex, colIndex, values };
}

function check({ shape, nnz, params, scalars, arrays }: Stored): readonly Finding[] {
  const early = checkRowStart(arrays.rowStart, shape.rows, scalars['slots'], params.multiple);
  if (early) return [early];
  let entries = 0;
  for (let row = 0; row < shape.rows; row++) {
    const start = arrays.rowStart[row];
    const places = arrays.rowStart[row + 1] - start;
    const length = regularEntries(arrays.colIndex, start, 1, places, shape.cols);
    if (length < 0) {
      const finding = checkRowColumns(
        { row, length: entriesOfRow(arrays, row), places, column: (k) => arrays.colIndex[start + k] },
        shape.cols,
      );
      return finding ? [finding] : [];
    }
    if (places - length >= params.multiple)
      return [{ invariant: 'padding.least', message: `row ${row} has ${places - length} places of padding` }];
    entries += length;
  }
  return entries === nnz ? [] : [{ invariant: 'nnz', message: `${entries} entries are stored, nnz is ${nnz}` }];
}

/**
 * CSR with every row padded to a multiple of `multiple` places, so that each row begins aligned: the layout of SpMV4GPU, where
 * half a warp (16 threads) takes a row. Padding has column −1 and is never multiplied.
 *
 * ```
 * 1 . 2 . .      multiple = 2
 * . 3 . . 4      rowStart  0 2 4 4 8
 * . . . . .      colIndex  0 2 1 4 0 1 3 -1
 * 5 6 . 7 .      values    1 2 3 4 5 6 7  0
 * ```
 *
 * Bytes: 4·(rows+1) + slots·(4 + value). A bad choice for short rows: one entry costs `multiple` places.
 */
export const csrPadded: SparseFormat<CsrPaddedParams, typeof layout> = {
  kind: 'format',
  id: 'csr-padded',
  title: 'CSR with rows padded to a multiple (SpMV4GPU)',
  sources: [{ ...VAZQUEZ, section: 'III.D' }],
  layout,
  scalars: { slots: 'Places for entries, padding included.' },
  stopsAtPadding: true,
  params: {
    axes: {
      multiple: {
        values: [4, 8, 16, 32],
        default: 16,
        range: { min: 1, max: 1024, integer: true },
        doc: 'Places per row are a multiple of this; 16 is half a warp.',
      },
    },
  },
  plan: ({ rowLength }, { multiple }) => {
    const slots = paddedSlots(rowLength, multiple);
    return { scalars: { slots }, slots };
  },
  build,
  toCoo,
  check,
};
