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
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
};
export const KREUTZER: Citation = {
  title:
    'M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, A unified sparse matrix data format for efficient general sparse matrix-vector multiplication on modern processors with wide SIMD units, SIAM J. Sci. Comput. 36, 2014',
};
export const BELL_GARLAND: Citation = {
  title:
    'N. Bell, M. Garland, Implementing sparse matrix-vector multiplication on throughput-oriented processors, SC 2009',
};
