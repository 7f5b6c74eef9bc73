import type { Kernel } from '@spmv/core';
import { cudaCsrTransposedAtomic } from './cuda-atomic.ts';
import { cudaCsr, cudaCsrTransposed } from './cuda-csr.ts';
import { cudaCsrBlocks } from './cuda-csr-blocks.ts';
import { cudaCsrEntries } from './cuda-csr-entries.ts';
import { cudaCsrWarp } from './cuda-csr-warp.ts';
import { cusparseKernels } from './cuda-cusparse.ts';
import { cudaPacked } from './cuda-packed.ts';
import { cudaEllpack, cudaSell } from './cuda-padded.ts';

/** Every CUDA kernel of this package. */
export const cudaKernels: readonly Kernel[] = [
  cudaCsr,
  cudaCsrWarp,
  cudaCsrBlocks,
  cudaCsrEntries,
  cudaCsrTransposed,
  cudaCsrTransposedAtomic,
  cudaSell,
  cudaEllpack,
  cudaPacked,
  ...cusparseKernels,
] as readonly Kernel[];
