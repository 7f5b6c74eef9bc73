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
 * Rows in parts of equal work, in their order; a row takes as much as its entries and `rowWork` more. A row is not divided: one with more than a part's share is alone, and parts may be empty.
 * Errors: `PARAM.OUT_OF_RANGE`.
 */
export function partsByWork(coo: CooMatrix, parts: number, rowWork = 1): Bounds {
  checkParts(parts);
  const { rows } = coo.shape;
  const rowStart = rowStartOf(coo);
  const before = (i: number): number => (rowStart[i] as number) + i * rowWork;
  const share = before(rows) / parts;
  const bounds = new Int32Array(parts + 1);
  for (let p = 1, i = 0; p <= parts; p++) {
    const end = share * p;
    // The row that crosses the end comes to the side where more of it lies.
    while (i < rows && before(i) + before(i + 1) <= 2 * end) i++;
    bounds[p] = p === parts ? rows : i;
  }
  return bounds;
}
