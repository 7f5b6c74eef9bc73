import type { CudaModule } from '@spmv/core';

// Deliberately not the form that bundlers recognise: no page runs CUDA, and PTX may be missing.
function urlOf(path: string, base: string): string {
  return new URL(path, base).href;
}

const here = import.meta.url;

/** Folder of the headers that `#include "overlap.cuh"` finds, from src/cuda and dist/cuda alike. */
const HEADERS = urlOf('../../cuda/', here);

/**
 * The builds of src/kernels/STEM.cu of the package that calls this from a module in src/kernels (built: dist/kernels), whose
 * `import.meta.url` is `module`: machine code for compute capability 9.0 and PTX for 7.5 and later, where the package was built with nvcc,
 * else the source, which needs NVRTC on the machine that runs it.
 */
export function cudaModules(module: string, stem: string): readonly CudaModule[] {
  const built = (suffix: string): CudaModule['source'] => ({
    kind: 'url',
    url: urlOf(`../../dist/kernels/${stem}.${suffix}`, module),
  });
  return [
    { language: 'cubin', source: built('sm_90.cubin'), minCompute: 90 },
    { language: 'ptx', source: built('ptx'), minCompute: 75 },
    {
      language: 'cuda-c++',
      source: { kind: 'url', url: urlOf(`../../src/kernels/${stem}.cu`, module) },
      headers: [HEADERS],
      minCompute: 50,
    },
  ];
}
