import type { Kernel } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { rowParams, wgslKernel } from '@spmv/kernel-kit';
import { CRISTOFORI, FRAGA, VAZQUEZ } from './sources.ts';
import { windowsOf } from './windows.ts';

/**
 * CSR, one thread a row: the textbook kernel. Neighbouring threads load far apart, and a long row holds everything up; good for
 * matrices of few entries a row. Matrices past the device's binding limit are worked through in windows of entries.
 */
export const csr: Kernel<'wgsl', WorkgroupParams> = wgslKernel({
  id: 'wgsl/csr',
  format: 'csr',
  title: 'CSR, one thread a row',
  sources: [FRAGA, CRISTOFORI, { ...VAZQUEZ, section: 'III.B' }],
  params: rowParams,
  dispatch: (context, { blockSize }) => {
    const { shape, nnz } = context.matrix;
    return {
      dispatches: windowsOf(nnz, 1, context).map((window, w) => ({
        entryPoint: 'csr',
        texts: [new URL('../../src/kernels/csr.wgsl', import.meta.url)],
        arrays: ['rowStart: u32', { array: 'colIndex: u32', window }, { array: 'values: Value', window }],
        constants: { blockSize },
        numbers: { rows: shape.rows, first: window.first, count: window.count, continues: Number(w > 0) },
        groups: Math.ceil(shape.rows / blockSize),
      })),
    };
  },
});
