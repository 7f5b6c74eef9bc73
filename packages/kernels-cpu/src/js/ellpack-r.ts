import type { JsSpmvArguments } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** ELLPACK-R in either order, over rows begin..end (Vázquez et al. §IV). The row's length ends its loop. Sums in f64. */
export function ellpackR({
  arrays,
  scalars,
  formatParams,
  x,
  y,
  alpha,
  beta,
  begin,
  end,
}: JsSpmvArguments<FormatArrays['ellpack-r']>): void {
  const { rowLength, colIndex, values } = arrays;
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const rowStep = byColumn ? 1 : stride;
  const placeStep = byColumn ? stride : 1;
  for (let i = begin; i < end; i++) {
    const first = i * rowStep;
    const last = first + rowLength[i] * placeStep;
    let sum = 0;
    for (let slot = first; slot < last; slot += placeStep) {
      sum += values[slot] * x[colIndex[slot]];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}
