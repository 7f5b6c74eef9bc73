import type { Kernel } from '@spmv/core';
import { cudaCsr } from './cuda-csr.ts';
import { cusparseKernels } from './cuda-cusparse.ts';
import { cudaEllpack, cudaSell } from './cuda-padded.ts';

/** Every CUDA kernel of this package. */
export const cudaKernels: readonly Kernel[] = [cudaCsr, cudaSell, cudaEllpack, ...cusparseKernels] as readonly Kernel[];
