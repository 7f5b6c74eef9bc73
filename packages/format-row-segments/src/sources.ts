import type { Citation } from '@spmv/core';

/** Segments of rows with a common pattern of diagonals (CRSD). */
export const SUN: Citation = {
  title:
    'X. Sun, Y. Zhang, T. Wang, X. Zhang, L. Yuan, L. Rao, Optimizing SpMV for diagonal sparse matrices on GPU, ICPP 2011',
};
/** Segments of rows with common columns (1D-VBR). */
export const AHRENS: Citation = {
  title: 'P. Ahrens, E. G. Boman, On optimal partitioning for sparse matrices in variable block row format, 2020',
  url: 'https://arxiv.org/abs/2005.12414',
};
