import type { SpmvContext, SpmvKernel, WorkgroupParams } from '@spmv/core';
import { WGSL_PRECISIONS, wgslBindings, workgroupParams } from '@spmv/core';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';
import { analyseLongRows, limitAxis } from './long-rows.ts';

export interface WgslHybParams extends WorkgroupParams {
  readonly limit: number;
}

/** width, rowStep, placeStep of the ELLPACK part. */
function geometry({ matrix }: SpmvContext): readonly number[] {
  const stride = matrix.scalars['stride'] as number;
  const byRow = matrix.params['order'] === 'row';
  return [matrix.scalars['width'] as number, byRow ? stride : 1, byRow ? 1 : stride];
}

/** One thread a row, and 32 threads for each row that overflows by more than `limit`; every row is finished in one go. */
export const wgslHyb: SpmvKernel<'wgsl', WgslHybParams> = {
  kind: 'kernel',
  id: 'wgsl/hyb',
  operation: 'spmv',
  target: 'wgsl',
  format: 'hyb',
  title: 'HYB, one thread a row, 32 where much overflows',
  sources: [BELL_GARLAND, VAZQUEZ],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: { block: workgroupParams.axes.block, limit: limitAxis },
    suggest: (context) => workgroupParams.suggest?.(context) ?? {},
    reject: (params, context) => workgroupParams.reject?.(params, context),
  },
  analyse: (matrix, _context, { limit }) => analyseLongRows(matrix, limit),
  program: (context, { block, limit }) => ({
    source: { kind: 'url', url: new URL('../../src/kernels/hyb.wgsl', import.meta.url).href },
    arithmetic: true,
    dispatches: [
      {
        entryPoint: 'hybRows',
        bindings: wgslBindings(
          'auxiliary.overflowStart',
          'matrix.ellColIndex',
          'matrix.ellValues',
          'matrix.cooColIndex',
          'matrix.cooValues',
          'x',
        ),
        constants: { block },
        numbers: [context.matrix.shape.rows, ...geometry(context), limit],
        groups: Math.ceil(context.matrix.shape.rows / block),
      },
      {
        entryPoint: 'hybLong',
        source: { kind: 'url', url: new URL('../../src/kernels/hyb-long.wgsl', import.meta.url).href },
        bindings: wgslBindings(
          'auxiliary.overflowStart',
          'auxiliary.longRows',
          'matrix.ellColIndex',
          'matrix.ellValues',
          'matrix.cooColIndex',
          'matrix.cooValues',
          'x',
        ),
        constants: { block },
        numbers: geometry(context),
        groups: { auxiliary: 'longRows', per: block / 32 },
      },
    ],
  }),
};
