import type { JsSpmvArguments } from '@spmv/core';
import type { FormatArrays } from '@spmv/kernel-kit';

/** ELLPACK in either order, over rows begin..end (Fraga 2018; Vázquez et al. §III.C). A row ends at its padding. Sums in f64. */
export function ellpack({
  arrays,
  scalars,
  formatParams,
  x,
  y,
  alpha,
  beta,
  begin,
  end,
}: JsSpmvArguments<FormatArrays['ellpack']>): void {
  const { colIndex, values } = arrays;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const rowStep = byColumn ? 1 : stride;
  const placeStep = byColumn ? stride : 1;
  for (let i = begin; i < end; i++) {
    let sum = 0;
    for (let place = 0, slot = i * rowStep; place < width; place++, slot += placeStep) {
      const j = colIndex[slot];
      if (j < 0) break;
      sum += values[slot] * x[j];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}
