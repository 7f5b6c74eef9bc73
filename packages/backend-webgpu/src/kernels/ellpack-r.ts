import type { Kernel } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { rowParams, wgslKernel } from '@spmv/kernel-kit';
import { ellpackRow, ellpackSlices, placesAtOnce } from './ellpack-slices.ts';
import { VAZQUEZ } from './sources.ts';

/** ELLPACK-R, one thread a row for as many places as the row has entries: no padding is looked at. */
export const ellpackR: Kernel<'wgsl', WorkgroupParams> = wgslKernel({
  id: 'wgsl/ellpack-r',
  format: 'ellpack-r',
  title: 'ELLPACK-R, one thread a row',
  sources: [{ ...VAZQUEZ, section: 'IV' }],
  params: rowParams,
  dispatch: (context, { blockSize }) => ({
    dispatches: ellpackSlices(context).map(({ window, rows, numbers }) => ({
      entryPoint: 'ellpackR',
      texts: [ellpackRow(), new URL('../../src/kernels/ellpack-r.wgsl', import.meta.url)],
      arrays: ['rowLength: u32', { array: 'colIndex: i32', window }, { array: 'values: Value', window }],
      constants: { blockSize, chunk: placesAtOnce(context, 8) },
      numbers,
      groups: Math.ceil(rows / blockSize),
    })),
  }),
});
