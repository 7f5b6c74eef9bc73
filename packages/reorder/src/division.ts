import type { CooMatrix } from '@spmv/core';
import { rowStartOf, SpmvError } from '@spmv/core';

/** Where parts begin and end: part p has the rows `bounds[p]` … `bounds[p + 1] − 1`. */
export type Bounds = Int32Array;

function checkParts(parts: number): void {
  if (Number.isInteger(parts) && parts >= 1 && parts <= 2 ** 24) return;
  throw new SpmvError('PARAM.OUT_OF_RANGE', `There cannot be ${parts} parts.`, {
    fix: `Give an integer from 1 to ${2 ** 24}.`,
    details: { parts },
  });
}

/** Parts of equal length, the first ones one longer where it does not come out even: PETSc's rule. Errors: `PARAM.OUT_OF_RANGE`. */
export function equalParts(length: number, parts: number): Bounds {
  checkParts(parts);
  const [each, more] = [Math.floor(length / parts), length % parts];
  return Int32Array.from({ length: parts + 1 }, (_, p) => p * each + Math.min(p, more));
}

/**
 * Rows in parts of equal work, in their order, by where rows begin among the entries; a row takes as much as its entries and `rowWork` more. A row is not divided: one with more than a part's share is alone, and parts may be empty.
 * Bound p is the number of rows i with w(i) + w(i + 1) ≤ 2·p·w(rows) / parts, w(i) being the work before row i: the row that crosses a border comes to the side where more of it lies. Errors: `PARAM.OUT_OF_RANGE`.
 */
export function boundsByWork(rowStart: ArrayLike<number>, parts: number, rowWork = 1): Bounds {
  checkParts(parts);
  const rows = rowStart.length - 1;
  const before = (i: number): number => rowStart[i] + i * rowWork;
  const share = before(rows) / parts;
  const bounds = new Int32Array(parts + 1);
  for (let p = 1, i = 0; p <= parts; p++) {
    const end = share * p;
    while (i < rows && before(i) + before(i + 1) <= 2 * end) i++;
    bounds[p] = p === parts ? rows : i;
  }
  return bounds;
}

/** {@link boundsByWork} of a matrix. Errors: `PARAM.OUT_OF_RANGE`. */
export function partsByWork(coo: CooMatrix, parts: number, rowWork = 1): Bounds {
  return boundsByWork(rowStartOf(coo), parts, rowWork);
}

/** Nothing, where bounds divide so many rows, or columns, in parts. Errors: `OPERAND.MATRIX`. */
export function checkBounds(bounds: Bounds, parts: number, length: number, what: string): void {
  const isOrdered = bounds.every((bound, p) => p === 0 || bound >= bounds[p - 1]);
  if (bounds.length === parts + 1 && bounds[0] === 0 && bounds[parts] === length && isOrdered) return;
  throw new SpmvError('OPERAND.MATRIX', `These bounds do not divide ${length} ${what} in ${parts} parts.`, {
    fix: `Give ${parts + 1} numbers from 0 to ${length} that do not decrease.`,
    details: { parts, length, bounds: bounds.length, last: bounds.at(-1) },
  });
}
