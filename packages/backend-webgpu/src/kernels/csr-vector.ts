import type { Kernel } from '@spmv/core';
import type { CsrRowParams } from '@spmv/kernel-kit';
import {
  csrRowText,
  csrRowParams,
  loadsFourAhead,
  reductionExtensions,
  reductionText,
  wgslKernel,
} from '@spmv/kernel-kit';
import { BELL_GARLAND, VAZQUEZ } from './sources.ts';
import { windowsOf } from './windows.ts';

/** CSR, several neighbouring threads a row: loads side by side, the good choice for rows of about the same length. */
export const csrVector: Kernel<'wgsl', CsrRowParams> = wgslKernel<CsrRowParams>({
  id: 'wgsl/csr-vector',
  format: 'csr',
  title: 'CSR, several threads a row',
  sources: [
    { ...BELL_GARLAND, section: '4.2' },
    { ...VAZQUEZ, section: 'III.B' },
  ],
  params: csrRowParams,
  dispatch: (context, { threadsPerRow, blockSize, reduction }) => {
    const { shape, nnz } = context.matrix;
    return {
      enable: reductionExtensions(reduction),
      dispatches: windowsOf(nnz, 1, context).map((window, w) => ({
        entryPoint: 'csrVector',
        texts: [reductionText(reduction), csrRowText(), new URL('../../src/kernels/csr-vector.wgsl', import.meta.url)],
        arrays: ['rowStart: u32', { array: 'colIndex: u32', window }, { array: 'values: Value', window }],
        constants: { blockSize, threadsPerRow, fourAhead: loadsFourAhead(context, threadsPerRow) },
        numbers: { rows: shape.rows, first: window.first, count: window.count, continues: Number(w > 0) },
        groups: Math.ceil(shape.rows / (blockSize / threadsPerRow)),
      })),
    };
  },
});
