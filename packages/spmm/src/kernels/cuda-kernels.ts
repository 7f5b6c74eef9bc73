import type { Kernel } from '@spmv/core';

/** Every CUDA kernel of this package. */
export const cudaKernels: readonly Kernel[] = [];
