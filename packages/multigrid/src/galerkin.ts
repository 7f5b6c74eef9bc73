import { INDEX_LIMIT } from '@spmv/core';
import type { CsrMatrix } from '@spmv/spgemm';
import { fitted, transposed } from './csr.ts';
import type { Parts } from './parts.ts';
import { byRows } from './parts.ts';
import type { Scratch } from './scratch.ts';
import { createScratch } from './scratch.ts';

/** Rows of up to so many entries are sorted by insertion. */
const SHORT = 64;

/** A row of PᵀA: columns as they came first, their sums, and where a column is among them, −1 elsewhere. Used again and again. */
interface Middle {
  readonly columns: Int32Array;
  readonly sums: Float64Array;
  readonly place: Int32Array;
}

/** Entries of the result so far, in arrays that grow. `place`: where a column is in the row that is formed, or was in one before. */
interface Result {
  colIndex: Int32Array;
  values: Float64Array;
  readonly place: Int32Array;
}

/** Row i of PᵀA. How many columns it has. Whether a column is new is as good as random: sums beyond those there are stay 0, and no branch asks. */
function formMiddle(R: CsrMatrix, A: CsrMatrix, i: number, { columns, sums, place }: Middle): number {
  const { rowStart, colIndex, values } = A;
  let count = 0;
  const past = R.rowStart[i + 1];
  for (let r = R.rowStart[i]; r < past; r++) {
    const l = R.colIndex[r];
    const factor = R.values[r];
    const end = rowStart[l + 1];
    for (let k = rowStart[l]; k < end; k++) {
      const j = colIndex[k];
      const at = place[j];
      const isNew = at >> 31;
      const to = (at & ~isNew) | (count & isNew);
      place[j] = to;
      columns[to] = j;
      sums[to] += factor * values[k];
      count = (count - isNew) | 0;
    }
  }
  for (let t = 0; t < count; t++) place[columns[t]] = -1;
  return count;
}

/** Adds the row times P to the entries from `first` on: columns that are among them already are met, others follow from `past` on. Where they end. Takes the sums out. */
function multiplyMiddle(
  { columns, sums }: Middle,
  count: number,
  P: CsrMatrix,
  { colIndex, values, place }: Result,
  first: number,
  past: number,
): number {
  const { rowStart, colIndex: colsP, values: valuesP } = P;
  let end = past;
  for (let t = 0; t < count; t++) {
    const l = columns[t];
    const factor = sums[t];
    sums[t] = 0;
    const stop = rowStart[l + 1];
    for (let k = rowStart[l]; k < stop; k++) {
      const j = colsP[k];
      const at = place[j];
      if (at >= first) values[at] += factor * valuesP[k];
      else {
        place[j] = end;
        colIndex[end] = j;
        values[end++] = factor * valuesP[k];
      }
    }
  }
  return end;
}

/** Sorts entries first … past − 1 by their columns. */
function sortRow({ colIndex, values, place }: Result, first: number, past: number): void {
  if (past - first > SHORT) {
    const before = values.slice(first, past);
    colIndex.subarray(first, past).sort();
    for (let k = first; k < past; k++) values[k] = before[place[colIndex[k]] - first];
    return;
  }
  for (let k = first + 1; k < past; k++) {
    const column = colIndex[k];
    const value = values[k];
    let to = k;
    for (; to > first && colIndex[to - 1] > column; to--) {
      colIndex[to] = colIndex[to - 1];
      values[to] = values[to - 1];
    }
    colIndex[to] = column;
    values[to] = value;
  }
}

/** Terms of the row times P: as many entries it has at most. */
function termsOf({ columns }: Middle, count: number, { rowStart, shape }: CsrMatrix): number {
  let terms = 0;
  for (let t = 0; t < count; t++) terms += rowStart[columns[t] + 1] - rowStart[columns[t]];
  return Math.min(terms, shape.cols);
}

/** Makes room for entries up to `past`. */
function grow(result: Result, past: number): void {
  const { colIndex, values } = result;
  if (past <= colIndex.length) return;
  const length = Math.max(past, Math.floor(1.5 * colIndex.length));
  result.colIndex = new Int32Array(length);
  result.values = new Float64Array(length);
  result.colIndex.set(colIndex);
  result.values.set(values);
}

/** Makes row i of the left factor in the middle. How many columns it has. */
type Form = (i: number) => number;

function middleFor(cols: number, scratch: Scratch): Middle {
  // Beyond the sums of a row there are zeros, always.
  return {
    columns: scratch.i32('points', cols),
    sums: scratch.f64('sums', cols).fill(0),
    place: scratch.i32('place', cols).fill(-1),
  };
}

/** What `form` makes of each row of `rows`, times P; undefined where it has more than `most` entries. */
function* timesP(
  rows: CsrMatrix,
  form: Form,
  middle: Middle,
  P: CsrMatrix,
  most: number,
  scratch: Scratch,
): Parts<CsrMatrix | undefined> {
  const shape = { rows: rows.shape.rows, cols: P.shape.cols };
  const rowStart = new Int32Array(shape.rows + 1);
  const size = Math.max(0, Math.min(most, rows.colIndex.length));
  const [colIndex, values] = [new Int32Array(size), new Float64Array(size)];
  const result: Result = { colIndex, values, place: scratch.i32('met', shape.cols).fill(-1) };
  let fits = true;
  const fill = (begin: number, end: number): void => {
    for (let i = begin; i < end && fits; i++) {
      const first = rowStart[i];
      const count = form(i);
      grow(result, first + termsOf(middle, count, P));
      const past = multiplyMiddle(middle, count, P, result, first, first);
      fits = past <= most;
      sortRow(result, first, past);
      rowStart[i + 1] = past;
    }
  };
  for (const done of byRows(rows, fill)) {
    yield done;
    if (!fits) return undefined;
  }
  const nnz = rowStart[shape.rows];
  return { shape, rowStart, colIndex: fitted(result.colIndex, nnz), values: fitted(result.values, nnz) };
}

/** The values of it, in places that are there. */
function* timesPAgain(
  rows: CsrMatrix,
  form: Form,
  middle: Middle,
  P: CsrMatrix,
  into: CsrMatrix,
  scratch: Scratch,
): Parts<void> {
  const { rowStart, colIndex, values } = into;
  const result: Result = { colIndex, values, place: scratch.i32('met', P.shape.cols).fill(-1) };
  yield* byRows(rows, (begin, end) => {
    for (let i = begin; i < end; i++) {
      const [first, past] = [rowStart[i], rowStart[i + 1]];
      for (let k = first; k < past; k++) result.place[colIndex[k]] = k;
      values.fill(0, first, past);
      multiplyMiddle(middle, form(i), P, result, first, past);
    }
  });
}

/** Row i of a matrix, as it is. */
function copyRow({ rowStart, colIndex, values }: CsrMatrix, i: number, { columns, sums }: Middle): number {
  const first = rowStart[i];
  const count = rowStart[i + 1] - first;
  for (let t = 0; t < count; t++) {
    columns[t] = colIndex[first + t];
    sums[t] = values[first + t];
  }
  return count;
}

/**
 * PᵀAP: a row of PᵀA is formed, and multiplied with P at once, so that each term is met once and AP is nowhere. Undefined where it has more than `most` entries. Sums are in the order of the rows of Pᵀ. Work: 16
 * bytes a row of A, 4 a column of P, and the transpose of P.
 */
export function* galerkin(
  A: CsrMatrix,
  P: CsrMatrix,
  most: number,
  scratch: Scratch = createScratch(),
): Parts<CsrMatrix | undefined> {
  const R = yield* transposed(P, scratch);
  const middle = middleFor(A.shape.cols, scratch);
  return yield* timesP(R, (i) => formMiddle(R, A, i, middle), middle, P, Math.min(most, INDEX_LIMIT), scratch);
}

/** The values of PᵀAP, whose places `galerkin` found. */
export function* galerkinAgain(
  A: CsrMatrix,
  P: CsrMatrix,
  into: CsrMatrix,
  scratch: Scratch = createScratch(),
): Parts<void> {
  const R = yield* transposed(P, scratch);
  const middle = middleFor(A.shape.cols, scratch);
  yield* timesPAgain(R, (i) => formMiddle(R, A, i, middle), middle, P, into, scratch);
}

/** AB, or its values in the places of `into`. Undefined beyond 2³¹−1 entries. */
export function* multiplied(
  A: CsrMatrix,
  B: CsrMatrix,
  scratch: Scratch,
  into?: CsrMatrix,
): Parts<CsrMatrix | undefined> {
  const middle = middleFor(A.shape.cols, scratch);
  const form: Form = (i) => copyRow(A, i, middle);
  if (!into) return yield* timesP(A, form, middle, B, INDEX_LIMIT, scratch);
  yield* timesPAgain(A, form, middle, B, into, scratch);
  return into;
}
