import type { Axis } from '@spmv/core';

/** Where a kernel finds the sizes of its matrix. */
export type SizesPlace = 'uniform' | 'constant';

/** A constant needs a separate pipeline for every matrix. */
export const sizesAxis: Axis<SizesPlace> = {
  values: ['uniform', 'constant'],
  default: 'uniform',
  doc: "Where the matrix's sizes are: in a uniform, or as constants of a pipeline compiled for this matrix, so that a product does not wait for them.",
};
