import type { SpmvKernel } from '@spmv/core';
import { coo } from './coo.ts';
import { csr } from './csr.ts';
import { csrBalanced } from './csr-balanced.ts';
import { csrPadded } from './csr-padded.ts';
import { csrVector } from './csr-vector.ts';
import { ellpack } from './ellpack.ts';
import { ellpackR } from './ellpack-r.ts';
import { ellpackRT } from './ellpack-r-t.ts';

/** Every WGSL kernel of this package. */
export const wgslKernels: readonly SpmvKernel[] = [coo, csr, csrBalanced, csrPadded, csrVector, ellpack, ellpackR, ellpackRT] as readonly SpmvKernel[];
