import type { Kernel } from '@spmv/core';
import { cudaCsrTransposedAtomic } from './cuda-atomic.ts';
import { cudaCsr, cudaCsrTransposed } from './cuda-csr.ts';
import { cudaCsrBlocks } from './cuda-csr-blocks.ts';
import { cudaCsrEntries } from './cuda-csr-entries.ts';
import { cudaCsrWarp } from './cuda-csr-warp.ts';
import { cusparseKernels } from './cuda-cusparse.ts';
import { cudaPacked } from './cuda-packed.ts';
import { cudaEllpack, cudaSell } from './cuda-padded.ts';

/**
 * Every CUDA kernel of this package. Nothing tells kernels of one format apart before they are tried, and of equals the first is tried first: so those over CSR stand in the
 * order in which they are worth a trial on an H200, tiles of a warp first.
 */
export const cudaKernels: readonly Kernel[] = [
  cudaCsrWarp,
  cudaCsrEntries,
  cudaCsrBlocks,
  cudaCsr,
  cudaCsrTransposed,
  cudaCsrTransposedAtomic,
  cudaSell,
  cudaEllpack,
  cudaPacked,
  ...cusparseKernels,
] as readonly Kernel[];
