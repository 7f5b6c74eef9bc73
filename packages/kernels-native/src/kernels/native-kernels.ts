import type { Kernel } from '@spmv/core';
import { blockKernels } from './blocks.ts';
import type { NativeBuild } from './build.ts';
import { rowKernels } from './csr.ts';
import { columnKernels } from './ellpack.ts';
import { fusedKernels } from './fused.ts';
import { gemmKernels } from './gemm.ts';
import { packedKernel } from './packed.ts';
import { scatterKernels } from './scatter.ts';
import { spmmKernels } from './spmm.ts';
import { symmetricKernel } from './symmetric.ts';
import { vectorKernels } from './vectors.ts';

/** All kernels of this package, of the default build or another. */
export function createNativeKernels(build: NativeBuild = {}): readonly Kernel<'native'>[] {
  return [
    ...rowKernels(build),
    ...scatterKernels(build),
    ...columnKernels(build),
    packedKernel(build),
    ...blockKernels(build),
    symmetricKernel(build),
    ...spmmKernels(build),
    ...gemmKernels(build),
    ...fusedKernels(build),
    ...vectorKernels(build),
  ];
}
