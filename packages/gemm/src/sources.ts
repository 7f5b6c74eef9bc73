import type { Citation } from '@spmv/core';

/** The paper whose products these are. */
export const GUNJA: Citation = {
  title: 'T. Gunja, Optimizing GEMM and SpMV operations on parallel hardware, Indian Institute of Technology Palakkad',
  section: '4.1, 5.1',
};
