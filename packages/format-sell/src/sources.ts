import type { Citation } from '@spmv/core';

/** Where the format comes from. */
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
  section: 'III.D',
};
export const MONAKOV: Citation = {
  title:
    'A. Monakov, A. Lokhmotov, A. Avetisyan, Automatically tuning sparse matrix-vector multiplication for GPU architectures, HiPEAC 2010',
};
export const KREUTZER: Citation = {
  title:
    'M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, A unified sparse matrix data format for efficient general sparse matrix-vector multiplication on modern processors with wide SIMD units, SIAM J. Sci. Comput. 36, 2014',
};
