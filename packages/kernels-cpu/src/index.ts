import type { Kernel } from '@spmv/core';
import { jsKernels } from './kernels/js-kernels.ts';
import { createWasmKernels } from './kernels/wasm-kernels.ts';

export { jsKernels } from './kernels/js-kernels.ts';
export { createWasmKernels } from './kernels/wasm-kernels.ts';

/** Every kernel of this package. CPU backends bring them in their plugins; the registry counts each once. */
export const cpuKernels: readonly Kernel[] = [...jsKernels, ...createWasmKernels()];
