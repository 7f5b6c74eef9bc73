import type { Citation } from '@spmv/core';

/** The papers these kernels follow. */
export const FRAGA: Citation = {
  title: 'A. P. A. Fraga, Sparse Matrix-Vector Product Kernel, Cranfield University, 2018',
  section: 'Sparse Matrices Formats',
};
export const MERRILL: Citation = {
  title: 'D. Merrill, M. Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication, SC 2016',
  section: '3',
};
