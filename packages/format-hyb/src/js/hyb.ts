import type { JsSpmvArguments } from '@spmv/core';
import type { HybArrays } from '../hyb-layout.ts';

/**
 * Rows begin..end of a HYB matrix in one pass: the ELLPACK part up to its padding, then, where that part is full, the row's overflow.
 * Sums in f64; y is rounded once, which two passes over y could not promise in f32.
 */
export function hyb({
  arrays,
  auxiliary,
  scalars,
  formatParams,
  x,
  y,
  alpha,
  beta,
  begin,
  end,
}: JsSpmvArguments<HybArrays>): void {
  const { ellColIndex, ellValues, cooColIndex, cooValues } = arrays;
  const overflowStart = auxiliary['overflowStart'] as Int32Array;
  const width = scalars['width'];
  const stride = scalars['stride'];
  const byColumn = formatParams['order'] === 'column';
  const rowStep = byColumn ? 1 : stride;
  const placeStep = byColumn ? stride : 1;
  for (let i = begin; i < end; i++) {
    let sum = 0;
    let place = 0;
    for (let slot = i * rowStep; place < width; place++, slot += placeStep) {
      const j = ellColIndex[slot];
      if (j < 0) break;
      sum += ellValues[slot] * x[j];
    }
    if (place === width) {
      const last = overflowStart[i + 1];
      for (let o = overflowStart[i]; o < last; o++) sum += cooValues[o] * x[cooColIndex[o]];
    }
    y[i] = beta === 0 ? alpha * sum : alpha * sum + beta * y[i];
  }
}
