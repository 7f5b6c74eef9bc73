import type { Kernel } from '@spmv/core';

/** Every WGSL kernel of this package. */
export const wgslKernels: readonly Kernel[] = [];
