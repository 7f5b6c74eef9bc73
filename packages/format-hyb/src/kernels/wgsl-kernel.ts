import type { Kernel } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { wgslKernel, workgroupParams } from '@spmv/kernel-kit';
import { BELL_GARLAND, VAZQUEZ } from '../sources.ts';
import { stepsOf } from '../split.ts';
import { analyseLongRows, limitAxis } from './long-rows.ts';

export interface WgslHybParams extends WorkgroupParams {
  readonly limit: number;
}

const ARRAYS = ['ellValues: Value', 'cooColIndex: u32', 'cooValues: Value'] as const;

/** One thread a row, and 32 threads for each row that overflows by more than `limit`; every row is finished in one go. */
export const wgslHyb: Kernel<'wgsl', WgslHybParams> = wgslKernel<WgslHybParams>({
  id: 'wgsl/hyb',
  format: 'hyb',
  title: 'HYB, one thread a row, 32 where much overflows',
  sources: [BELL_GARLAND, VAZQUEZ],
  params: { ...workgroupParams, axes: { ...workgroupParams.axes, limit: limitAxis } },
  analyse: (matrix, _context, { limit }) => analyseLongRows(matrix, limit),
  dispatch: ({ matrix }, { blockSize, limit }) => ({
    dispatches: [
      {
        entryPoint: 'hybRows',
        texts: [new URL('../../src/kernels/hyb.wgsl', import.meta.url)],
        arrays: ['auxiliary.overflowStart: u32', 'ellColIndex: i32', ...ARRAYS],
        constants: { blockSize },
        numbers: { rows: matrix.shape.rows, ...stepsOf(matrix), limit },
        groups: Math.ceil(matrix.shape.rows / blockSize),
      },
      {
        entryPoint: 'hybLong',
        texts: [new URL('../../src/kernels/hyb-long.wgsl', import.meta.url)],
        arrays: ['auxiliary.overflowStart: u32', 'auxiliary.longRows: u32', 'ellColIndex: u32', ...ARRAYS],
        constants: { blockSize },
        numbers: stepsOf(matrix),
        groups: { auxiliary: 'longRows', per: blockSize / 32 },
      },
    ],
  }),
});
