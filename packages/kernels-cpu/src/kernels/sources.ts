import type { Citation } from '@spmv/core';

/** The papers these kernels follow. */
export const FRAGA: Citation = {
  title: 'A. P. A. Fraga, Sparse Matrix-Vector Product Kernel, Cranfield University, 2018',
  section: 'Sparse Matrices Formats',
};
export const CRISTOFORI: Citation = {
  title: 'V. Cristofori, Report, Sistemi di Calcolo Parallelo e Applicazioni, 2022',
  section: '3.1',
};
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
};
export const MERRILL: Citation = {
  title: 'D. Merrill, M. Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication, SC 2016',
  section: '3',
};
