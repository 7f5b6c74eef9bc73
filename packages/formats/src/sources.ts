import type { Citation } from '@spmv/core';

/** The papers this package implements. */
export const FRAGA: Citation = {
  title: 'A. P. A. Fraga, Sparse Matrix-Vector Product Kernel, Cranfield University, 2018',
};
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
};
export const CRISTOFORI: Citation = {
  title: 'V. Cristofori, Report, Sistemi di Calcolo Parallelo e Applicazioni, 2022',
};
export const SAAD: Citation = { title: 'Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., SIAM 2003' };
