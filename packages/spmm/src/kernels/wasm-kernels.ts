import type { Kernel } from '@spmv/core';

/** Every WebAssembly kernel of this package. */
export const wasmKernels: readonly Kernel[] = [];
