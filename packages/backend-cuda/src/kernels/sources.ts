import type { Citation } from '@spmv/core';

/** The papers whose kernels these are. */
export const FRAGA: Citation = {
  title: 'A. P. A. Fraga, Sparse Matrix-Vector Product Kernel, Cranfield University, 2018',
  section: 'CUDA',
};
export const CRISTOFORI: Citation = {
  title: 'V. Cristofori, Report, Sistemi di Calcolo Parallelo e Applicazioni, 2022',
  section: '3.2',
};
export const GUNJA: Citation = {
  title: 'T. Gunja, Optimizing GEMM and SpMV Operations on Parallel Hardware, Indian Institute of Technology Palakkad',
};

/** A section of the paper on ELLPACK-R and ELLR-T. */
export function vazquez(section: string): Citation {
  return {
    title:
      'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
    section,
  };
}
