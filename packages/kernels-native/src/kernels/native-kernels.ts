import type { Kernel } from '@spmv/core';
import type { NativeBuild } from './build.ts';
import { csrKernels } from './csr.ts';

/** All kernels of this package, of the default build or another. */
export function createNativeKernels(build: NativeBuild = {}): readonly Kernel<'native'>[] {
  return csrKernels(build);
}
