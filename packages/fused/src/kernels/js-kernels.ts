import { bundled } from '@spmv/fused/bundled';
import { NO_PARAMS, PRECISIONS } from '@spmv/core';
import type { JsModule } from '@spmv/kernel-kit';
import {
  byRowBlocks,
  functionOf,
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
const complex = (): JsModule => bundled?.complex ?? new URL('../js/complex.generated.ts', import.meta.url);

/** CSR in JavaScript, row by row: each sum is the same for any number of threads. */
export const jsCsr: Endings<'js', Record<never, never>> = eachEnding('js', (ending) => ({
  stem: 'js/fused-csr',
  format: 'csr',
  title: 'CSR, row by row',
  precisions: [...NARROW_VALUES_TOO, ...precisionsOf('js', 2)],
  reproducibility: 'bitwise',
  params: NO_PARAMS,
  analyse: rowBlockStarts,
  program: (context) => {
    const blocks = rowBlocks(context.matrix);
    const sums = sumsOf(ending);
    const numbers = { blockRows: blocks.size };
    const { components } = PRECISIONS[context.precision.precision];
    return {
      scratch: sumsScratch(sums, blocks.count, components),
      passes: [
        {
          ...functionOf({ module: csr(), complex, export: 'csr' }, context),
          numbers,
          partition: byRowBlocks(blocks),
        },
        ...jsTotal(sums, blocks.count, components),
      ],
    };
  },
}));
