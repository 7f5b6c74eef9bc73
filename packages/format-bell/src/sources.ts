import type { Citation } from '@spmv/core';

/** Where the format comes from. */
export const VAZQUEZ: Citation = {
  title:
    'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
  section: 'III.D',
};
export const CHOI: Citation = {
  title:
    'J. W. Choi, A. Singh, R. W. Vuduc, Model-driven autotuning of sparse matrix-vector multiply on GPUs, PPoPP 2010',
};
