import type { Finding, StoredMatrix } from '@spmv/core';
import { checkScalars } from '@spmv/core';
import type { HybArrays } from './hyb-layout.ts';
import type { HybParams, Split } from './split.ts';
import { splitAt, splitRows } from './split.ts';

type Stored = StoredMatrix<HybArrays, HybParams>;

/** The split of a stored matrix. */
export function splitOf({ shape, params, scalars }: Stored): Split {
  return splitAt(shape, scalars['width'], scalars['overflow'], params);
}

/** Entries of row i in the ELLPACK part: the places before its first padding. */
export function ellLength({ arrays }: Stored, { width, rowStep, placeStep }: Split, row: number): number {
  let length = 0;
  while (length < width && arrays.ellColIndex[row * rowStep + length * placeStep] >= 0) length++;
  return length;
}

function checkEllRow(
  { shape, arrays }: Stored,
  { width, rowStep, placeStep }: Split,
  row: number,
  length: number,
): Finding | undefined {
  let previous = -1;
  for (let k = 0; k < width; k++) {
    const j = arrays.ellColIndex[row * rowStep + k * placeStep];
    if (k >= length) {
      if (j !== -1)
        return {
          invariant: 'padding.marked',
          message: `row ${row}, place ${k} is padding but its column is ${j}, not -1`,
        };
      continue;
    }
    if (j >= shape.cols)
      return {
        invariant: 'ellColIndex.range',
        message: `row ${row}, place ${k}: column ${j} is outside 0..${shape.cols - 1}`,
      };
    if (j <= previous)
      return {
        invariant: 'ellColIndex.increasing',
        message: `row ${row}, place ${k}: column ${j} follows ${previous}`,
      };
    previous = j;
  }
  return undefined;
}

/** Overflow `o`, given the columns that the ELLPACK part of its row ends in and how full it is. */
function checkOverflow({ shape, arrays }: Stored, split: Split, o: number, lengths: Int32Array): Finding | undefined {
  const i = arrays.cooRowIndex[o];
  const j = arrays.cooColIndex[o];
  if (i < 0 || i >= shape.rows)
    return { invariant: 'cooRowIndex.range', message: `overflow ${o}: row ${i} is outside 0..${shape.rows - 1}` };
  if (j < 0 || j >= shape.cols)
    return { invariant: 'cooColIndex.range', message: `overflow ${o}: column ${j} is outside 0..${shape.cols - 1}` };
  const before = o > 0 ? arrays.cooRowIndex[o - 1] : -1;
  if (i < before) return { invariant: 'cooRowIndex.sorted', message: `overflow ${o}: row ${i} follows ${before}` };
  if (lengths[i] !== split.width)
    return {
      invariant: 'overflow.full',
      message: `row ${i} overflows with ${lengths[i]} of ${split.width} places taken`,
    };
  const lastPlace = i * split.rowStep + (split.width - 1) * split.placeStep;
  const previous = i === before ? arrays.cooColIndex[o - 1] : split.width > 0 ? arrays.ellColIndex[lastPlace] : -1;
  return j > previous
    ? undefined
    : { invariant: 'cooColIndex.increasing', message: `overflow ${o}: column ${j} follows ${previous} in row ${i}` };
}

/** The width is the one that the lengths of the rows ask for, and columns are stored for entries only. */
function checkWhole({ shape, nnz, params, arrays }: Stored, split: Split, lengths: Int32Array): Finding | undefined {
  const stored = lengths.reduce((sum, length) => sum + length, 0);
  let columns = 0;
  for (let slot = 0; slot < arrays.ellColIndex.length; slot++) if (arrays.ellColIndex[slot] !== -1) columns++;
  if (columns !== stored)
    return { invariant: 'padding.marked', message: `${columns} columns are stored, the rows have ${stored} entries` };
  if (stored + split.overflow !== nnz)
    return { invariant: 'nnz', message: `${stored + split.overflow} entries are stored, nnz is ${nnz}` };
  const rowLength = lengths.slice();
  for (let o = 0; o < split.overflow; o++) {
    const i = arrays.cooRowIndex[o];
    rowLength[i] = rowLength[i] + 1;
  }
  const { width } = splitRows(shape, rowLength, params);
  return width === split.width
    ? undefined
    : { invariant: 'width', message: `the rows ask for a width of ${width}, it is ${split.width}` };
}

/** The first broken invariant of a HYB matrix, or none. */
export function checkHyb(matrix: Stored): readonly Finding[] {
  const split = splitOf(matrix);
  const { overflow, stride } = split;
  const scalars = checkScalars(matrix, { stride });
  if (scalars) return [scalars];
  const lengths = new Int32Array(matrix.shape.rows);
  for (let row = 0; row < lengths.length; row++) {
    const length = ellLength(matrix, split, row);
    const finding = checkEllRow(matrix, split, row, length);
    if (finding) return [finding];
    lengths[row] = length;
  }
  for (let o = 0; o < overflow; o++) {
    const finding = checkOverflow(matrix, split, o, lengths);
    if (finding) return [finding];
  }
  const whole = checkWhole(matrix, split, lengths);
  return whole ? [whole] : [];
}
