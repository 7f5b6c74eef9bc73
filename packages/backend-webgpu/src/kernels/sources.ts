import type { Citation } from '@spmv/core';

/** The papers these kernels come from. */
export const FRAGA: Citation = {
  title: 'A. P. A. Fraga, Sparse Matrix-Vector Product Kernel, Cranfield University, 2018',
};
export const CRISTOFORI: Citation = {
  title: 'V. Cristofori, Report, Sistemi di Calcolo Parallelo e Applicazioni, 2022',
};
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
};
export const BELL_GARLAND: Citation = {
  title:
    'N. Bell, M. Garland, Implementing sparse matrix-vector multiplication on throughput-oriented processors, SC 2009',
};
export const GREATHOUSE: Citation = {
  title:
    'J. L. Greathouse, M. Daga, Efficient sparse matrix-vector multiplication on GPUs using the CSR storage format, SC 2014',
};
