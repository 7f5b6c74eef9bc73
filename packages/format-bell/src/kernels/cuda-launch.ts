import type { Axis, CudaModule } from '@spmv/core';
import { builtUrl, sourceUrl } from '../module-url.ts';

/** Threads per block. */
export const blockSizeAxis: Axis<number> = { values: [128, 256, 512], default: 256, doc: 'Threads per block (BS).' };

/** src/kernels/STEM.cu: PTX where the package was built with nvcc, else the source, which needs NVRTC on the machine. */
export function cudaModules(stem: string): readonly CudaModule[] {
  return [
    { language: 'ptx', source: { kind: 'url', url: builtUrl(`kernels/${stem}.ptx`, import.meta.url) }, minCompute: 75 },
    { language: 'cuda-c++', source: { kind: 'url', url: sourceUrl(`${stem}.cu`, import.meta.url) }, minCompute: 50 },
  ];
}
