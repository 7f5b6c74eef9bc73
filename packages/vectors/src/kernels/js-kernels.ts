import type { JsPass } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { byElementBlocks, elementBlocks } from '@spmv/kernel-kit';
import { sumsOf } from '../endings.ts';
import type { VectorKernels, VectorOperation } from './variants.ts';
import { everyVariant } from './variants.ts';

const MODULES: Readonly<Record<VectorOperation, string>> = {
  linear: new URL('../js/linear.ts', import.meta.url).href,
  advance: new URL('../js/direction.ts', import.meta.url).href,
  descend: new URL('../js/descend.ts', import.meta.url).href,
  conjugate: new URL('../js/direction.ts', import.meta.url).href,
  hadamard: new URL('../js/hadamard.ts', import.meta.url).href,
  dots: new URL('../js/dots.ts', import.meta.url).href,
};
const TOTAL = new URL('../js/total.ts', import.meta.url).href;
const SCALAR = new URL('../js/scalar.ts', import.meta.url).href;

/** JavaScript: blocks of elements, whose sums are the same for any number of threads. */
export const jsKernels: VectorKernels<'js', Record<never, never>> = everyVariant(
  'js',
  (operation, ending) => ({
    title: 'Blocks of elements',
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: ({ sizes }) => {
      const blocks = elementBlocks(sizes['n'] as number);
      const summed = sumsOf(ending).length > 0;
      const pass: JsPass = {
        module: MODULES[operation],
        export: operation,
        numbers: { blockSize: blocks.size },
        partition: byElementBlocks(blocks),
      };
      if (!summed) return { passes: [pass] };
      const total: JsPass = {
        module: TOTAL,
        export: 'total',
        numbers: { blocks: blocks.count },
        partition: { unit: 'sums', count: 1 },
      };
      return { scratch: { sums: { element: 'f64', length: 2 * blocks.count } }, passes: [pass, total] };
    },
  }),
  (form) => ({
    title: 'One number',
    reproducibility: 'bitwise',
    params: NO_PARAMS,
    program: () => ({ passes: [{ module: SCALAR, export: form, partition: { unit: 'numbers', count: 1 } }] }),
  }),
);
