import { bundled } from '@spmv/fused/bundled';
import { NO_PARAMS, PRECISIONS } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import {
  byRowBlocks,
  inModule,
  jsTotal,
  NARROW_VALUES_TOO,
  precisionsOf,
  rowBlocks,
  rowBlockStarts,
  sumsOf,
  sumsScratch,
} from '@spmv/kernel-kit';
import type { Endings } from './fused-kernel.ts';
import { eachEnding } from './fused-kernel.ts';

const csr = (): JsModule => bundled?.csr ?? new URL('../js/csr.ts', import.meta.url);
/** The same of complex numbers. */
const pairs = (): JsModule => bundled?.pairs ?? new URL('../js/pairs.ts', import.meta.url);

/** CSR in JavaScript, row by row: each sum is the same for any number of threads. */
export const jsCsr: Endings<'js', Record<never, never>> = eachEnding('js', (ending) => ({
  stem: 'js/fused-csr',
  format: 'csr',
  title: 'CSR, row by row',
  precisions: [...NARROW_VALUES_TOO, ...precisionsOf('js', 2)],
  reproducibility: 'bitwise',
  params: NO_PARAMS,
  analyse: rowBlockStarts,
  program: ({ matrix, precision: { precision } }) => {
    const blocks = rowBlocks(matrix);
    const sums = sumsOf(ending);
    const numbers = { blockRows: blocks.size };
    const { components } = PRECISIONS[precision];
    return {
      scratch: sumsScratch(sums, blocks.count, components),
      passes: [
        { ...inModule(components === 2 ? pairs() : csr()), export: 'csr', numbers, partition: byRowBlocks(blocks) },
        ...jsTotal(sums, blocks.count, components),
      ],
    };
  },
}));
