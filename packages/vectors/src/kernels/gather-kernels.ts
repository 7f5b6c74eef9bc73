import { bundled } from '@spmv/vectors/bundled';
import type { Kernel } from '@spmv/core';
import { NO_PARAMS, PRECISIONS } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import { checkCountable, cudaArguments, inModule, numberModules, sumsAsStored } from '@spmv/kernel-kit';
import { GATHERED } from '../options.ts';
import { launchOf } from './launches.ts';
import { vectorKernel } from './variants.ts';

const gather = (): JsModule => bundled?.gather ?? new URL('../js/gather.ts', import.meta.url);
const USUAL = { title: 'One thread', reproducibility: 'bitwise' } as const;

/** Kernels that lay numbers side by side: in JavaScript, what others are compared with, and on CUDA, where each number that is read by itself is waited for by itself. WebGPU has none: it reads any numbers in one submission. */
export const gatherKernels: readonly [Kernel<'js', Record<never, never>>, Kernel<'cuda', Record<never, never>>] = [
  vectorKernel(
    'js',
    'gather',
    {},
    {
      ...USUAL,
      params: NO_PARAMS,
      program: ({ precision: { precision } }) => ({
        passes: [
          {
            ...inModule(gather()),
            export: 'gather',
            numbers: { components: PRECISIONS[precision].components },
            partition: { unit: 'numbers', count: 1 },
          },
        ],
      }),
    },
  ),
  vectorKernel(
    'cuda',
    'gather',
    {},
    {
      ...USUAL,
      precisions: sumsAsStored('cuda'),
      params: { axes: {} },
      program: (context) => {
        const n = context.sizes['n'];
        checkCountable('cuda/gather', context, { n });
        return {
          kind: 'launches',
          modules: numberModules(context, import.meta.url, 'gather'),
          launches: [
            launchOf(`gather_${context.precision.precision}`, cudaArguments([...GATHERED, 'y', 'first'], { n })),
          ],
        };
      },
    },
  ),
];
