import type { ValueArray } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';
import type { SpmmJsArguments } from './operands.ts';

function finish(Y: ValueArray, at: number, sum: number, alpha: number, beta: number): void {
  Y[at] = beta === 0 ? alpha * sum : alpha * sum + beta * Y[at];
}

/**
 * Row `row` of Y, whose entries are at `first`, `first` + `step`, … below `past` or before the first padding (column −1). Eight vectors at a time,
 * then up to four, then one: the entries are read once for each of these. Each sum is in f64, in the order of the entries. With `order`
 * the value of entry e is values[order[e]].
 */
function storedRow(
  range: SpmmJsArguments,
  colIndex: Int32Array,
  values: ValueArray,
  row: number,
  first: number,
  step: number,
  past: number,
  order?: Int32Array,
): void {
  const { X, Y, alpha, beta, sizes, numbers } = range;
  const vectors = sizes['vectors'];
  const xRow = numbers['X.row'];
  const xCol = numbers['X.col'];
  const yCol = numbers['Y.col'];
  let to = row * numbers['Y.row'];
  let from = 0;
  let left = vectors;
  for (; left >= 8; left -= 8) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let s6 = 0;
    let s7 = 0;
    for (let e = first; e < past; e += step) {
      const column = colIndex[e];
      if (column < 0) break;
      const a = values[order ? order[e] : e];
      let at = column * xRow + from;
      s0 += a * X[at];
      s1 += a * X[(at += xCol)];
      s2 += a * X[(at += xCol)];
      s3 += a * X[(at += xCol)];
      s4 += a * X[(at += xCol)];
      s5 += a * X[(at += xCol)];
      s6 += a * X[(at += xCol)];
      s7 += a * X[at + xCol];
    }
    finish(Y, to, s0, alpha, beta);
    finish(Y, (to += yCol), s1, alpha, beta);
    finish(Y, (to += yCol), s2, alpha, beta);
    finish(Y, (to += yCol), s3, alpha, beta);
    finish(Y, (to += yCol), s4, alpha, beta);
    finish(Y, (to += yCol), s5, alpha, beta);
    finish(Y, (to += yCol), s6, alpha, beta);
    finish(Y, (to += yCol), s7, alpha, beta);
    to += yCol;
    from += 8 * xCol;
  }
  while (left > 1) {
    // The last of two or three vectors stands for those that are missing, whose sums go nowhere.
    const last = Math.min(left, 4) - 1;
    const x2 = Math.min(2, last) * xCol;
    const x3 = last * xCol;
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let e = first; e < past; e += step) {
      const column = colIndex[e];
      if (column < 0) break;
      const a = values[order ? order[e] : e];
      const at = column * xRow + from;
      s0 += a * X[at];
      s1 += a * X[at + xCol];
      s2 += a * X[at + x2];
      s3 += a * X[at + x3];
    }
    finish(Y, to, s0, alpha, beta);
    finish(Y, to + yCol, s1, alpha, beta);
    if (last > 1) finish(Y, to + 2 * yCol, s2, alpha, beta);
    if (last > 2) finish(Y, to + 3 * yCol, s3, alpha, beta);
    to += 4 * yCol;
    from += 4 * xCol;
    left -= last + 1;
  }
  if (left === 0) return;
  let sum = 0;
  for (let e = first; e < past; e += step) {
    const column = colIndex[e];
    if (column < 0) break;
    sum += values[order ? order[e] : e] * X[column * xRow + from];
  }
  finish(Y, to, sum, alpha, beta);
}

/** Rows begin … end of Y ← αAX + βY. */
export function csr(range: SpmmJsArguments<FormatArrays['csr']>): void {
  const { rowStart, colIndex, values } = range.arrays;
  for (let i = range.begin; i < range.end; i++) storedRow(range, colIndex, values, i, rowStart[i], 1, rowStart[i + 1]);
}

/** The same for ELLPACK in either order. */
export function ellpack(range: SpmmJsArguments<FormatArrays['ellpack']>): void {
  const { arrays, scalars, formatParams, begin, end } = range;
  const { colIndex, values } = arrays;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const [next, step] = byColumn ? [1, stride] : [stride, 1];
  for (let i = begin; i < end; i++) storedRow(range, colIndex, values, i, i * next, step, i * next + width * step);
}

/** The same for slices begin … end of a sliced matrix. */
export function sell(range: SpmmJsArguments<FormatArrays['sell']>): void {
  const { arrays, formatParams, rows, begin, end } = range;
  const { sliceStart, rowOrder, colIndex, values } = arrays;
  const C = formatParams['C'] as number;
  const sorted = rowOrder.length > 0;
  for (let slice = begin; slice < end; slice++) {
    const start = sliceStart[slice];
    const past = sliceStart[slice + 1];
    const lanes = Math.min(C, rows - slice * C);
    // Slots past the last whole place, which alignment leaves, are no places of any row.
    const whole = start + Math.floor((past - start) / C) * C;
    for (let lane = 0; lane < lanes; lane++) {
      const place = slice * C + lane;
      const row = sorted ? rowOrder[place] : place;
      storedRow(range, colIndex, values, row, start + lane, C, whole);
    }
  }
}

/** Columns begin … end of A, rows of Y ← αAᵀX + βY, over an index of them. */
export function indexed(range: SpmmJsArguments<{ readonly values: ValueArray }>): void {
  const { rowStart, colIndex, order } = range.auxiliary as Readonly<
    Record<'rowStart' | 'colIndex' | 'order', Int32Array>
  >;
  for (let i = range.begin; i < range.end; i++)
    storedRow(range, colIndex, range.arrays.values, i, rowStart[i], 1, rowStart[i + 1], order);
}
