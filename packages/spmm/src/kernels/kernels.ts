import type { Kernel } from '@spmv/core';
import { cudaKernels } from './cuda-kernels.ts';
import { jsKernels } from './js-kernels.ts';
import { wasmKernels } from './wasm-kernels.ts';
import { wgslKernels } from './wgsl-kernels.ts';

/** All kernels of the operation, of every target. */
export const spmmKernels: readonly Kernel[] = [...jsKernels, ...wasmKernels, ...wgslKernels, ...cudaKernels];
