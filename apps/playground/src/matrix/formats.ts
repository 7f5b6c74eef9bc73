import type { SparseFormat } from '@spmv/core';
import { bell } from '@spmv/format-bell';
import { csr16 } from '@spmv/format-csr16';
import { dia } from '@spmv/format-dia';
import { hyb } from '@spmv/format-hyb';
import { packed } from '@spmv/format-packed';
import { rowSegments } from '@spmv/format-row-segments';
import { sell } from '@spmv/format-sell';
import { symmetric } from '@spmv/format-symmetric';
import { coo, csc, csr, csr64, csrPadded, ellpack, ellpackR } from '@spmv/formats';

/** Every format of this repository. */
export const FORMATS: readonly SparseFormat[] = [
  coo,
  csr,
  csr64,
  csc,
  csrPadded,
  ellpack,
  ellpackR,
  sell,
  hyb,
  bell,
  packed,
  csr16,
  dia,
  rowSegments,
  symmetric,
];
