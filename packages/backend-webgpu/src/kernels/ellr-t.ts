import type { SpmvContext, SpmvKernel } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { ellpackSteps } from './ellpack-slices.ts';
import { blockAxis, read, suggestBlock, sumBytes, workgroupObstacle, write } from './launch.ts';
import type { Reduction } from './reduction.ts';
import {
  reductionAxis,
  reductionExtensions,
  reductionObstacle,
  reductionSource,
  suggestReduction,
} from './reduction.ts';
import { file, VAZQUEZ } from './sources.ts';
import { suggestThreads, threadsAxis } from './threads-per-row.ts';

export interface EllrTParams {
  readonly [name: string]: number | string;
  readonly T: number;
  readonly block: number;
  readonly reduction: Reduction;
}

function columnOrder({ matrix }: SpmvContext): boolean {
  return matrix.params['order'] !== 'row';
}

/** ELLR-T: ELLPACK-R with T threads a row, which shortens the longest row's time T-fold. */
export const ellrT: SpmvKernel<'wgsl', EllrTParams> = {
  kind: 'kernel',
  id: 'wgsl/ellr-t',
  operation: 'spmv',
  target: 'wgsl',
  format: 'ellpack-r',
  title: 'ELLR-T: ELLPACK-R, T threads a row',
  sources: [{ ...VAZQUEZ, section: 'IV' }],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: { T: threadsAxis, block: blockAxis(256), reduction: reductionAxis },
    suggest: (context) => {
      const T = columnOrder(context) ? 2 : suggestThreads(context);
      return {
        T,
        block: suggestBlock(context.device, 256),
        reduction: columnOrder(context) ? 'workgroup' : suggestReduction(context, T),
      };
    },
    reject: ({ T, block, reduction }, context) => {
      if (reduction === 'subgroup' && columnOrder(context))
        return 'in column order the threads of a row are not neighbours.';
      return (
        reductionObstacle(reduction, context, T) ??
        workgroupObstacle(context.device, block, reduction === 'workgroup' ? block * sumBytes(context) : 0)
      );
    },
  },
  program: (context, { T, block, reduction }) => ({
    source: [reductionSource(reduction), file(new URL('../../src/kernels/ellr-t.wgsl', import.meta.url))],
    arithmetic: true,
    enable: reductionExtensions(reduction),
    dispatches: [
      {
        entryPoint: 'ellrT',
        bindings: [read('matrix.rowLength'), read('matrix.colIndex'), read('matrix.values'), read('x'), write('y')],
        constants: { block, T, columnOrder: columnOrder(context) ? 1 : 0 },
        numbers: [context.matrix.shape.rows, ellpackSteps(context).rowStep, ellpackSteps(context).placeStep],
        groups: Math.ceil(context.matrix.shape.rows / (block / T)),
      },
    ],
  }),
};
