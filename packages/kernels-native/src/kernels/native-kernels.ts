import type { Kernel } from '@spmv/core';
import type { NativeBuild } from './build.ts';
import { rowKernels } from './csr.ts';
import { columnKernels } from './ellpack.ts';

/** All kernels of this package, of the default build or another. */
export function createNativeKernels(build: NativeBuild = {}): readonly Kernel<'native'>[] {
  return [...rowKernels(build), ...columnKernels(build)];
}
