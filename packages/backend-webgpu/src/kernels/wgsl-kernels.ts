import type { Kernel } from '@spmv/core';
import { coo } from './coo.ts';
import { csr } from './csr.ts';
import { cscTransposed, csrBalanced } from './csr-balanced.ts';
import { csc, csrTransposed } from './csr-transposed.ts';
import { csrPadded } from './csr-padded.ts';
import { csrVector } from './csr-vector.ts';
import { ellpack } from './ellpack.ts';
import { ellpackR } from './ellpack-r.ts';
import { ellrT } from './ellr-t.ts';

/** Every WGSL kernel of this package. */
export const wgslKernels: readonly Kernel[] = [
  coo,
  csr,
  csrBalanced,
  csrTransposed,
  csc,
  cscTransposed,
  csrPadded,
  csrVector,
  ellpack,
  ellpackR,
  ellrT,
] as readonly Kernel[];
