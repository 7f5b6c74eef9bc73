import type { Citation } from '@spmv/core';

/** The paper whose products these are. */
export const GUNJA: Citation = {
  title: 'T. Gunja, Optimizing GEMM and SpMV operations on parallel hardware, Indian Institute of Technology Palakkad',
  section: '4.1, 5.1',
};

/** How a product is packed, and what stays in which cache. */
export const GOTO: Citation = {
  title:
    'K. Goto, R. van de Geijn, Anatomy of high-performance matrix multiplication, ACM Transactions on Mathematical Software 34 (2008)',
  section: '4, 5',
};
