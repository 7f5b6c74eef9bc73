import type { Kernel } from '@spmv/core';
import { cudaKernels } from './cuda-kernels.ts';
import { gatherKernels } from './gather-kernels.ts';
import { jsKernels } from './js-kernels.ts';
import { listOf } from './variants.ts';
import { wasmKernels } from './wasm-kernels.ts';
import { wgslKernels } from './wgsl-kernels.ts';

/** All kernels of the operations, of every target. */
export const vectorKernels: readonly Kernel[] = [
  ...listOf(jsKernels),
  ...listOf(wasmKernels),
  ...listOf(wgslKernels),
  ...listOf(cudaKernels),
  ...(gatherKernels as unknown as readonly Kernel[]),
];
