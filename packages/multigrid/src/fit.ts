import type { CooMatrix } from '@spmv/core';

/** Rows from which levels are worth anything beside other methods. */
const MANY = 10_000;
/** The part of the diagonal that positive couplings may have, all together. */
const POSITIVE = 0.1;

/** Whether a symmetric matrix is of the kind that classical levels are for: many rows, a positive diagonal, and nearly all couplings negative, as of an M-matrix. One pass over the entries. */
export function isOfTheKind({ shape, rowIndex, colIndex, values }: CooMatrix): boolean {
  if (shape.rows < MANY) return false;
  let [diagonal, positive, count] = [0, 0, 0];
  for (let k = 0; k < values.length; k++) {
    const value = values[k];
    if (rowIndex[k] === colIndex[k]) {
      if (!(value > 0)) return false;
      diagonal += value;
      count++;
    } else if (value > 0) positive += value;
  }
  return count === shape.rows && positive <= POSITIVE * diagonal;
}
