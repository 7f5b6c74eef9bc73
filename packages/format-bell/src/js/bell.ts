import type { JsSpmvArguments } from '@spmv/core';
import type { BellArrays } from '../bell-layout.ts';

/** Rows of blocks begin..end, each row of A in turn; elements whose bit of the mask is clear are no entries. Sums in f64, rounded once. */
export function bell({
  arrays,
  scalars,
  formatParams,
  rows,
  x,
  y,
  alpha,
  beta,
  begin,
  end,
}: JsSpmvArguments<BellArrays>): void {
  const { blockColIndex, mask, values } = arrays;
  const blockRows = formatParams['blockRows'] as number;
  const blockCols = formatParams['blockCols'] as number;
  const size = blockRows * blockCols;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const placeStep = byColumn ? stride : 1;
  const valuePlaceStep = byColumn ? stride * size : size;
  const elementStep = byColumn ? stride : 1;
  const lastRow = Math.min(rows, end * blockRows);
  for (let i = begin * blockRows; i < lastRow; i++) {
    const b = Math.trunc(i / blockRows);
    const firstElement = (i - b * blockRows) * blockCols;
    let place = byColumn ? b : b * stride;
    let first = (byColumn ? b : b * stride * size) + firstElement * elementStep;
    let sum = 0;
    for (let k = 0; k < width; k++) {
      const blockCol = blockColIndex[place];
      if (blockCol < 0) break;
      const bits = mask[place] >>> firstElement;
      for (let c = 0; c < blockCols; c++) {
        if (((bits >>> c) & 1) === 1) sum += values[first + c * elementStep] * x[blockCol * blockCols + c];
      }
      place += placeStep;
      first += valuePlaceStep;
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}
