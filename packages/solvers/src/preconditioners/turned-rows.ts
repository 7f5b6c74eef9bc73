import type { CooMatrix, ValueArray } from '@spmv/core';
import { rowStartOf } from '@spmv/core';

/** Rows of a complex matrix, multiplied by numbers of size 1 that make its diagonal real and positive: no pivot is 0 because its real part is. */
export interface TurnedRows {
  readonly coo: CooMatrix;
  /** The same of pairs; another array. */
  turn(r: ValueArray): ValueArray;
}

/** Of the real matrix that does to pairs what the complex one does. Rows without a diagonal stay as they are. */
export function turnedRows(coo: CooMatrix): TurnedRows {
  const { rows } = coo.shape;
  const { rowIndex, colIndex, values } = coo;
  const rowStart = rowStartOf(coo);
  const factors = Float64Array.from({ length: rows }, (_, k) => (k % 2 === 0 ? 1 : 0));
  values.forEach((value, k) => {
    const i = rowIndex[k];
    if (i - (i % 2) === colIndex[k]) factors[i] = i % 2 === 0 ? value : -value;
  });
  for (let i = 0; i < rows; i += 2) {
    const size = Math.hypot(factors[i], factors[i + 1]);
    [factors[i], factors[i + 1]] = size > 0 ? [factors[i] / size, factors[i + 1] / size] : [1, 0];
  }
  const turned = values.slice();
  for (let i = 0; i < rows; i += 2) {
    const [c, s] = [factors[i], factors[i + 1]];
    const length = rowStart[i + 1] - rowStart[i];
    // Rows of the two parts have entries in the same columns.
    for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
      turned[k] = c * values[k] - s * values[k + length];
      turned[k + length] = c * values[k + length] + s * values[k];
    }
  }
  return {
    coo: { ...coo, rowIndex, values: turned },
    turn: (r) => {
      const made = r.slice();
      for (let i = 0; i < rows; i += 2) {
        made[i] = factors[i] * r[i] - factors[i + 1] * r[i + 1];
        made[i + 1] = factors[i] * r[i + 1] + factors[i + 1] * r[i];
      }
      return made;
    },
  };
}
