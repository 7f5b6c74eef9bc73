import { bundled } from '@spmv/vectors/bundled';
import { NO_PARAMS, PRECISIONS } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import { byElementBlocks, elementBlocks, FORM_NAMES, hasPairs, inModule, jsTotal, sumsScratch } from '@spmv/kernel-kit';
import type { VectorKernels } from './variants.ts';
import { everyVariant } from './variants.ts';

const pass = (): JsModule => bundled?.pass ?? new URL('../js/pass.ts', import.meta.url);
/** The same of complex numbers. */
const pairs = (): JsModule => bundled?.pairs ?? new URL('../js/pairs.generated.ts', import.meta.url);
const number = (): JsModule => bundled?.number ?? new URL('../js/number.ts', import.meta.url);

/** JavaScript: blocks of elements, whose sums are the same for any number of threads. */
export const jsKernels: VectorKernels<'js', Record<never, never>> = everyVariant(
  'js',
  ({ operation, sums, unconjugated = false }) => ({
    title: 'Blocks of elements',
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: ({ sizes, precision }) => {
      const { components } = PRECISIONS[precision.precision];
      const blocks = elementBlocks(sizes['n']);
      const numbers = { blockSize: blocks.size, unconjugated: Number(unconjugated) };
      const module = inModule(components === 2 ? pairs() : pass());
      return {
        scratch: sumsScratch(sums, blocks.count, components),
        passes: [
          { ...module, export: operation, numbers, partition: byElementBlocks(blocks) },
          ...jsTotal(sums, blocks.count, components),
        ],
      };
    },
  }),
  (form) => ({
    title: 'One number',
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: ({ precision }) => ({
      passes: [
        {
          ...inModule(hasPairs(precision.precision) ? pairs() : number()),
          export: 'number',
          numbers: { form: FORM_NAMES.indexOf(form) },
          partition: { unit: 'numbers', count: 1 },
        },
      ],
    }),
  }),
);
