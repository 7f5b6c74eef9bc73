import type { Citation } from '@spmv/core';

/** Where the format comes from. */
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
  section: 'III.D',
};
export const BELL_GARLAND: Citation = {
  title:
    'N. Bell, M. Garland, Implementing sparse matrix-vector multiplication on throughput-oriented processors, SC 2009',
};
