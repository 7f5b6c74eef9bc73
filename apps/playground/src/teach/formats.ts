import type { SparseFormat } from '@spmv/core';
import { hyb } from '@spmv/format-hyb';
import { sell } from '@spmv/format-sell';
import { coo, csc, csr, ellpack, ellpackR } from '@spmv/formats';

/** The formats whose arrays are shown beside each other, and those of the kernels that are stepped through. */
export const SHOWN_FORMATS: readonly SparseFormat[] = [coo, csr, csc, ellpack, ellpackR, sell, hyb];
