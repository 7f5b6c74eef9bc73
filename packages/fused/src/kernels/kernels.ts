import type { Kernel } from '@spmv/core';
import { cudaCsr, cudaPacked, cudaSell } from './cuda-kernels.ts';
import { jsCsr } from './js-kernels.ts';
import { wasmKernels } from './wasm-kernels.ts';
import { wgslCsr, wgslSell } from './wgsl-kernels.ts';

/** All kernels of the operation, of every target. */
export const fusedKernels: readonly Kernel[] = [
  jsCsr,
  wasmKernels.csr,
  wasmKernels.sell,
  wgslCsr,
  wgslSell,
  cudaCsr,
  cudaSell,
  cudaPacked,
].flatMap((endings) => Object.values(endings) as unknown as readonly Kernel[]);
