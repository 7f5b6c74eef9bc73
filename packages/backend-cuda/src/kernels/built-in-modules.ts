import type { CudaModule } from '@spmv/core';

/** Files of src/kernels/STEM.cu: machine code for compute capability 9.0, PTX for 7.5 and later, and the source for NVRTC. */
export function builtInModules(stem: string): readonly CudaModule[] {
  // From src/kernels and from dist/kernels alike.
  const file = (suffix: string): CudaModule['source'] => ({
    kind: 'url',
    url: new URL(`../../dist/kernels/${stem}.${suffix}`, import.meta.url).href,
  });
  return [
    { language: 'cubin', source: file('sm_90.cubin'), minCompute: 90 },
    { language: 'ptx', source: file('ptx'), minCompute: 75 },
    { language: 'cuda-c++', source: file('cu'), minCompute: 50 },
  ];
}
