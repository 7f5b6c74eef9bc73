import type { Citation } from '@spmv/core';

/** The manuals of what is called. */
export const OPENMP: Citation = {
  title: 'OpenMP Application Programming Interface 5.0',
  section: '2.9.2 Worksharing-Loop Construct',
};
export const MKL_SPARSE: Citation = {
  title: 'Intel, oneAPI Math Kernel Library',
  section: 'Inspector-Executor Sparse BLAS Routines',
  url: 'https://www.intel.com/content/www/us/en/docs/onemkl/developer-reference-c/',
};
export const MKL_BLAS: Citation = { ...MKL_SPARSE, section: 'cblas_?gemm' };
export const EIGEN: Citation = {
  title: 'Eigen 3',
  section: 'Sparse matrix manipulations',
  url: 'https://eigen.tuxfamily.org/',
};
export const RSB: Citation = {
  title: 'M. Martone, librsb, a shared memory parallel sparse BLAS for the recursive sparse blocks format',
  url: 'https://librsb.sourceforge.net/',
};
export const OPENBLAS: Citation = { title: 'OpenBLAS', url: 'https://www.openblas.net/' };
