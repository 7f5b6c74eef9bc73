import type { Kernel } from '@spmv/core';
import type { WorkgroupParams } from '@spmv/kernel-kit';
import { wgslKernel, workgroupParams } from '@spmv/kernel-kit';

/** One thread a row, for backends that run WGSL: in Node through Dawn, in a browser through navigator.gpu. */
export const wgslDia: Kernel<'wgsl', WorkgroupParams> = wgslKernel({
  id: 'wgsl/acme/dia',
  format: 'acme/dia',
  title: 'DIA, one thread a row',
  params: workgroupParams,
  dispatch: ({ matrix }, { blockSize }) => ({
    entryPoint: 'multiply',
    // From src/kernels and from dist/kernels alike: the text is published with the sources.
    texts: [new URL('../../src/kernels/dia.wgsl', import.meta.url)],
    arrays: ['offset: i32', 'rowMask: u32', 'values: Value'],
    constants: { blockSize },
    numbers: { rows: matrix.shape.rows, diagonals: matrix.scalars['diagonals'] as number },
    groups: Math.ceil(matrix.shape.rows / blockSize),
  }),
});
