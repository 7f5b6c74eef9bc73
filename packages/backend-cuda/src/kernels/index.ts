import type { Kernel } from '@spmv/core';
import { coo } from './coo.ts';
import { csrBalancedWarp } from './csr-balanced-warp.ts';
import { csrBalanced } from './csr-balanced.ts';
import { csrPadded } from './csr-padded.ts';
import { csrShared } from './csr-shared.ts';
import { csrTransposedAtomic, csrTransposedRuns } from './csr-transposed-atomic.ts';
import { csrTransposedTwoPass } from './csr-transposed-two-pass.ts';
import { csc, csrTransposed } from './csr-transposed.ts';
import { csrTwoPass } from './csr-two-pass.ts';
import { cscTransposed, csrVector } from './csr-vector.ts';
import { csrWarpShared } from './csr-warp-shared.ts';
import { csr64Vector } from './csr64-vector.ts';
import { csrScalar } from './csr.ts';
import { cusparseKernels } from './cusparse.ts';
import { ellpackR } from './ellpack-r.ts';
import { ellpack } from './ellpack.ts';
import { ellrT } from './ellr-t.ts';

/** Every kernel this package brings. */
export const cudaKernels: readonly Kernel[] = [
  coo,
  // Before the kernel of a thread a row: it takes as few lanes as rows are short.
  ...csrVector,
  csrScalar,
  csr64Vector,
  csrBalanced,
  csrBalancedWarp,
  csrTwoPass,
  ...csrTransposed,
  csrTransposedRuns,
  csrTransposedAtomic,
  csrTransposedTwoPass,
  ...csc,
  ...cscTransposed,
  csrPadded,
  csrShared,
  csrWarpShared,
  ellpack,
  ellpackR,
  ellrT,
  ...cusparseKernels,
];
