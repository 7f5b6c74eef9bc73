import type { Citation } from '@spmv/core';

type Paper =
  | 'ahrens'
  | 'bellGarland'
  | 'choi'
  | 'cristofori'
  | 'deveci'
  | 'fraga'
  | 'goto'
  | 'greathouse'
  | 'gunja'
  | 'gustavson'
  | 'henson'
  | 'kreutzer'
  | 'merrill'
  | 'saad'
  | 'sun'
  | 'vazquez';

/** Papers that formats and kernels of several packages follow. */
export const PAPERS: Readonly<Record<Paper, Citation>> = {
  ahrens: {
    title: 'P. Ahrens, E. G. Boman, On optimal partitioning for sparse matrices in variable block row format, 2020',
    url: 'https://arxiv.org/abs/2005.12414',
  },
  bellGarland: {
    title:
      'N. Bell, M. Garland, Implementing sparse matrix-vector multiplication on throughput-oriented processors, SC 2009',
  },
  choi: {
    title:
      'J. W. Choi, A. Singh, R. W. Vuduc, Model-driven autotuning of sparse matrix-vector multiply on GPUs, PPoPP 2010',
  },
  cristofori: { title: 'V. Cristofori, Report, Sistemi di Calcolo Parallelo e Applicazioni, 2022' },
  deveci: {
    title:
      'M. Deveci, C. Trott, S. Rajamanickam, Multithreaded sparse matrix-matrix multiplication for many-core and GPU architectures, Parallel Computing 78, 2018',
    section: '3',
  },
  fraga: { title: 'A. P. A. Fraga, Sparse Matrix-Vector Product Kernel, Cranfield University, 2018' },
  goto: {
    title:
      'K. Goto, R. van de Geijn, Anatomy of high-performance matrix multiplication, ACM Transactions on Mathematical Software 34 (2008)',
    section: '4, 5',
  },
  greathouse: {
    title:
      'J. L. Greathouse, M. Daga, Efficient sparse matrix-vector multiplication on GPUs using the CSR storage format, SC 2014',
  },
  gunja: {
    title:
      'T. Gunja, Optimizing GEMM and SpMV Operations on Parallel Hardware, Indian Institute of Technology Palakkad',
  },
  gustavson: {
    title:
      'F. G. Gustavson, Two fast algorithms for sparse matrices: multiplication and permuted transposition, ACM Trans. Math. Software 4, 1978',
  },
  henson: {
    title:
      'V. E. Henson, U. M. Yang, BoomerAMG: a parallel algebraic multigrid solver and preconditioner, Applied Numerical Mathematics 41, 2002',
  },
  kreutzer: {
    title:
      'M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, A unified sparse matrix data format for efficient general sparse matrix-vector multiplication on modern processors with wide SIMD units, SIAM J. Sci. Comput. 36, 2014',
  },
  merrill: {
    title: 'D. Merrill, M. Garland, Merge-based Parallel Sparse Matrix-Vector Multiplication, SC 2016',
    section: '3',
  },
  saad: { title: 'Y. Saad, Iterative Methods for Sparse Linear Systems, 2nd ed., SIAM 2003', section: '3.4' },
  sun: {
    title:
      'X. Sun, Y. Zhang, T. Wang, X. Zhang, L. Yuan, L. Rao, Optimizing SpMV for diagonal sparse matrices on GPU, ICPP 2011',
  },
  vazquez: {
    title:
      'F. Vázquez, G. Ortega, J. J. Fernández, E. M. Garzón, Improving the performance of the sparse matrix vector product with GPUs, CIT 2010',
  },
};
