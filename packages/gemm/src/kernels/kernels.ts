import type { Kernel } from '@spmv/core';
import { cudaKernels } from './cuda-kernels.ts';
import { jsBlocked, jsNaive } from './js-kernels.ts';
import { wasmPacked } from './wasm-kernels.ts';
import { wgslKernels } from './wgsl-kernels.ts';

/** All kernels of the operation, of every target. */
export const gemmKernels: readonly Kernel[] = [jsNaive, jsBlocked, wasmPacked(), ...wgslKernels, ...cudaKernels];
