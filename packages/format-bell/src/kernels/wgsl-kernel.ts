import type { Kernel } from '@spmv/core';
import { elementBytes } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { wgslKernel, workgroupParams } from '@spmv/kernel-kit';
import { maskElement } from '../bell-params.ts';
import { geometryOfStored } from '../geometry.ts';
import { CHOI, VAZQUEZ } from '../sources.ts';

/** One thread a row of A; the rows of a block are blockSize / blockRows threads apart. */
export const wgslBell: Kernel<'wgsl', WorkgroupParams> = wgslKernel<WorkgroupParams>({
  id: 'wgsl/bell',
  format: 'bell',
  title: 'Blocked ELLPACK, one thread a row',
  sources: [CHOI, VAZQUEZ],
  params: workgroupParams,
  dispatch: ({ matrix }, { blockSize }) => {
    const { params, geometry } = geometryOfStored(matrix);
    const { blockRows, blockCols } = params;
    const maskBits = 8 * elementBytes(maskElement(blockRows, blockCols));
    return {
      entryPoint: 'bell',
      texts: [new URL('../../src/kernels/bell.wgsl', import.meta.url)],
      arrays: ['blockColIndex: i32', 'blockMask: u32 = mask', 'values: Value'],
      constants: { blockSize, R: blockRows, c: blockCols, maskBits },
      numbers: { rows: matrix.shape.rows, ...geometry.steps },
      groups: Math.ceil(geometry.blockRowCount / Math.floor(blockSize / blockRows)),
    };
  },
});
