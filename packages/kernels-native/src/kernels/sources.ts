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
export const CHOI: Citation = {
  title:
    'J. W. Choi, A. Singh, R. W. Vuduc, Model-driven autotuning of sparse matrix-vector multiply on GPUs, PPoPP 2010',
};
export const SUN: Citation = {
  title:
    'X. Sun, Y. Zhang, T. Wang, X. Zhang, L. Yuan, L. Rao, Optimizing SpMV for diagonal sparse matrices on GPU, ICPP 2011',
};
export const AHRENS: Citation = {
  title: 'P. Ahrens, E. G. Boman, On optimal partitioning for sparse matrices in variable block row format, 2020',
  url: 'https://arxiv.org/abs/2005.12414',
};
/** Diagonals, and triangles. */
export const SAAD: Citation = {
  title: 'Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., SIAM 2003',
  section: '3.4',
};
/** How a dense product is packed, and what stays in which cache. */
export const GOTO: Citation = {
  title:
    'K. Goto, R. van de Geijn, Anatomy of high-performance matrix multiplication, ACM Transactions on Mathematical Software 34 (2008)',
  section: '4, 5',
};
/** Products that go on with y. */
export const KREUTZER_GHOST: Citation = {
  title:
    'M. Kreutzer et al., GHOST: building blocks for high performance sparse linear algebra on heterogeneous systems, Int. J. Parallel Programming 45, 2017',
};
