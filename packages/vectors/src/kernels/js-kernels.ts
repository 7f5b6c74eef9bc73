import { bundled } from '@spmv/vectors/bundled';
import { NO_PARAMS } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import { byElementBlocks, elementBlocks, FORM_NAMES, inModule, jsTotal, sumsScratch } from '@spmv/kernel-kit';
import type { VectorKernels } from './variants.ts';
import { everyVariant } from './variants.ts';

const pass = (): JsModule => bundled?.pass ?? new URL('../js/pass.ts', import.meta.url);
const number = (): JsModule => bundled?.number ?? new URL('../js/number.ts', import.meta.url);

/** JavaScript: blocks of elements, whose sums are the same for any number of threads. */
export const jsKernels: VectorKernels<'js', Record<never, never>> = everyVariant(
  'js',
  ({ operation, sums }) => ({
    title: 'Blocks of elements',
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: ({ sizes }) => {
      const blocks = elementBlocks(sizes['n']);
      const numbers = { blockSize: blocks.size };
      return {
        scratch: sumsScratch(sums, blocks.count),
        passes: [
          { ...inModule(pass()), export: operation, numbers, partition: byElementBlocks(blocks) },
          ...jsTotal(sums, blocks.count),
        ],
      };
    },
  }),
  (form) => ({
    title: 'One number',
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: () => ({
      passes: [
        {
          ...inModule(number()),
          export: 'number',
          numbers: { form: FORM_NAMES.indexOf(form) },
          partition: { unit: 'numbers', count: 1 },
        },
      ],
    }),
  }),
);
