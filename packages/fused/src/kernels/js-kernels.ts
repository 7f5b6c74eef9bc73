import { NO_PARAMS } from '@spmv/core';
import { NARROW_VALUES_TOO } from '@spmv/kernel-kit';
import { sumsOf } from '../endings.ts';
import type { Endings } from './fused-kernel.ts';
import { eachEnding } from './fused-kernel.ts';
import { blocksOf, blockStarts, byBlocks } from './row-blocks.ts';

const CSR = new URL('../js/csr.ts', import.meta.url).href;

/** CSR in JavaScript, row by row: each sum is the same for any number of threads. */
export const jsCsr: Endings<'js', Record<never, never>> = eachEnding('js', (ending) => ({
  stem: 'js/fused-csr',
  format: 'csr',
  title: 'CSR, row by row',
  precisions: NARROW_VALUES_TOO,
  reproducibility: 'bitwise',
  params: NO_PARAMS,
  analyse: blockStarts,
  program: ({ matrix }) => {
    const blocks = blocksOf(matrix);
    const numbers = { blockRows: blocks.size, blocks: blocks.count };
    const summed = sumsOf(ending).length > 0;
    return {
      scratch: { sums: { element: 'f64', length: summed ? 2 * blocks.count : 0 } },
      passes: [
        { module: CSR, export: 'csr', numbers, partition: byBlocks(blocks) },
        ...(summed ? [{ module: CSR, export: 'total', numbers, partition: { unit: 'sums', count: 1 } }] : []),
      ],
    };
  },
}));
