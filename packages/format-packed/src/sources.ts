import type { Citation } from '@spmv/core';

/** Where the format comes from. */
export const KREUTZER: Citation = {
  title:
    'M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, A unified sparse matrix data format (SELL-C-σ), SIAM J. Sci. Comput. 36(5), 2014',
};
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
  section: 'IV',
};
