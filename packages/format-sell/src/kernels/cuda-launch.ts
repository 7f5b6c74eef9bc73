import type { Axis, CudaModule } from '@spmv/core';

/** Threads per block. */
export const blockSizeAxis: Axis<number> = { values: [128, 256, 512], default: 256, doc: 'Threads per block (BS).' };

/** Seen alike from src/kernels and dist/kernels. Not the form that bundlers recognise: no page runs CUDA, and PTX may be missing. */
function urlOf(path: string): string {
  const here = import.meta.url;
  return new URL(path, here).href;
}

/** src/kernels/STEM.cu: PTX where the package was built with nvcc, else the source, which needs NVRTC on the machine. */
export function cudaModules(stem: string): readonly CudaModule[] {
  return [
    { language: 'ptx', source: { kind: 'url', url: urlOf(`../../dist/kernels/${stem}.ptx`) }, minCompute: 75 },
    { language: 'cuda-c++', source: { kind: 'url', url: urlOf(`../../src/kernels/${stem}.cu`) }, minCompute: 50 },
  ];
}
