import type { ComplexCoo, CooMatrix } from '@spmv/core';
import { complexFromEntries, SpmvError } from '@spmv/core';

/** Real and imaginary parts may be so far from those of the other row, as part of the largest, by rounding. */
const ROUNDED = 1e-8;

/** The complex matrix that does what a real one does to pairs: entries (2i, 2j) and (2i + 1, 2j) are the parts of (i, j), −(2i, 2j + 1) and (2i + 1, 2j + 1) the same once more. Errors: `SOLVER.UNFIT` where they differ. */
export function complexOfReal({ shape, rowIndex, colIndex, values }: CooMatrix): ComplexCoo {
  const places = new Map<number, number>();
  const [rows, cols, pairs, again]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let k = 0; k < values.length; k++) {
    const [row, col] = [rowIndex[k] >> 1, colIndex[k] >> 1];
    const [below, right] = [rowIndex[k] & 1, colIndex[k] & 1];
    const key = row * shape.cols + col;
    const at = places.get(key) ?? rows.length;
    if (at === rows.length) {
      places.set(key, at);
      rows.push(row);
      cols.push(col);
      pairs.push(0, 0);
      again.push(0, 0);
    }
    // The first column of a pair has its parts.
    if (right === 0) pairs[2 * at + below] = values[k];
    else again[2 * at + 1 - below] = below === 0 ? -values[k] : values[k];
  }
  const largest = pairs.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const place = pairs.findIndex((value, k) => Math.abs(value - again[k]) > ROUNDED * largest);
  if (place >= 0)
    throw new SpmvError('SOLVER.UNFIT', 'That matrix is no complex linear map of what it does to pairs.', {
      fix: 'Give what does to i·r i times what it does to r.',
      details: { row: rows[place >> 1], col: cols[place >> 1] },
    });
  const own = { rowIndex: rows, colIndex: cols, values: pairs };
  return complexFromEntries({ rows: shape.rows / 2, cols: shape.cols / 2 }, own);
}
