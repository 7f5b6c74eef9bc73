import { NO_PARAMS } from '@spmv/core';
import { byElementBlocks, elementBlocks, FORM_NAMES, jsTotal, sumsScratch } from '@spmv/kernel-kit';
import type { VectorKernels } from './variants.ts';
import { everyVariant } from './variants.ts';

const PASS = new URL('../js/pass.ts', import.meta.url).href;
const NUMBER = new URL('../js/number.ts', import.meta.url).href;

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
          { module: PASS, export: operation, numbers, partition: byElementBlocks(blocks) },
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
          module: NUMBER,
          export: 'number',
          numbers: { form: FORM_NAMES.indexOf(form) },
          partition: { unit: 'numbers', count: 1 },
        },
      ],
    }),
  }),
);
