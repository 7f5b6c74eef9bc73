import type { Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';

/** Whether kernels of a precision take their host scalars as float: they are multiplied with sums, so they are what sums are. */
export function hasSingleScalars(precision: Precision): boolean {
  const sums = PRECISIONS[precision].targets.cuda?.sums ?? precision;
  return PRECISIONS[sums].host === 'f32';
}
