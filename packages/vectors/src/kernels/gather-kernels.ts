import type { Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { checkCountable, cudaModules, precisionsOf } from '@spmv/kernel-kit';
import { GATHERED } from '../gathered.ts';

const USUAL = {
  kind: 'kernel',
  operation: 'gather',
  title: 'One thread',
  sources: [],
  reproducibility: 'bitwise',
  requires: [],
} as const;

/** In JavaScript: what other targets are compared with. */
const jsGather: Kernel<'js', Record<never, never>> = {
  ...USUAL,
  id: 'js/gather',
  target: 'js',
  precisions: precisionsOf('js'),
  params: NO_PARAMS,
  program: () => ({
    passes: [
      {
        module: new URL('../js/gather.ts', import.meta.url).href,
        export: 'gather',
        partition: { unit: 'numbers', count: 1 },
      },
    ],
  }),
};

/** On CUDA, where each number that is read by itself is waited for by itself. */
const cudaGather: Kernel<'cuda', Record<never, never>> = {
  ...USUAL,
  id: 'cuda/gather',
  target: 'cuda',
  precisions: precisionsOf('cuda').filter(({ precision, accumulator }) => accumulator === precision),
  params: { axes: {} },
  program: (context) => {
    const n = context.sizes['n'] as number;
    checkCountable('cuda/gather', context, { n });
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'gather'),
      launches: [
        {
          entryPoint: `gather_${context.precision.precision}`,
          grid: [1, 1, 1],
          block: [1, 1, 1],
          sharedBytes: 0,
          arguments: [...GATHERED, 'y', 'first', { i32: n }],
        },
      ],
    };
  },
};

/** Kernels that lay numbers side by side. WebGPU has none: it reads any numbers in one submission. */
export const gatherKernels: readonly [Kernel<'js', Record<never, never>>, Kernel<'cuda', Record<never, never>>] = [
  jsGather,
  cudaGather,
];
