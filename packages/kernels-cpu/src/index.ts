import type { Kernel } from '@spmv/core';
import { jsKernels } from './kernels/js-kernels.ts';

export { moduleUrl } from './module-url.ts';
export { jsKernels } from './kernels/js-kernels.ts';

/** Every kernel of this package. CPU backends bring them in their plugins; the registry counts each once. */
export const cpuKernels: readonly Kernel[] = [...jsKernels];
