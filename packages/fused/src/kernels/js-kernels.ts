import { NO_PARAMS } from '@spmv/core';
import { byRowBlocks, NARROW_VALUES_TOO, rowBlocks, rowBlockStarts } from '@spmv/kernel-kit';
import { sumsOf } from '../endings.ts';
import type { Endings } from './fused-kernel.ts';
import { eachEnding } from './fused-kernel.ts';

const CSR = new URL('../js/csr.ts', import.meta.url).href;

/** CSR in JavaScript, row by row: each sum is the same for any number of threads. */
export const jsCsr: Endings<'js', Record<never, never>> = eachEnding('js', (ending) => ({
  stem: 'js/fused-csr',
  format: 'csr',
  title: 'CSR, row by row',
  precisions: NARROW_VALUES_TOO,
  reproducibility: 'bitwise',
  params: NO_PARAMS,
  analyse: rowBlockStarts,
  program: ({ matrix }) => {
    const blocks = rowBlocks(matrix);
    const numbers = { blockRows: blocks.size, blocks: blocks.count };
    const summed = sumsOf(ending).length > 0;
    return {
      scratch: { sums: { element: 'f64', length: summed ? 2 * blocks.count : 0 } },
      passes: [
        { module: CSR, export: 'csr', numbers, partition: byRowBlocks(blocks) },
        ...(summed ? [{ module: CSR, export: 'total', numbers, partition: { unit: 'sums', count: 1 } }] : []),
      ],
    };
  },
}));
