import type { Kernel } from '@spmv/core';
import type { Reduction } from '@spmv/kernel-kit';
import {
  reductionAxis,
  reductionBytes,
  reductionExtensions,
  reductionObstacle,
  reductionText,
  suggestBlockSize,
  suggestReduction,
  suggestThreadsPerRow,
  rowObstacle,
  threadsPerRowAxis,
  wgslAnyBlockSizeAxis,
  wgslKernel,
  workgroupObstacle,
} from '@spmv/kernel-kit';
import { BELL_GARLAND, VAZQUEZ } from './sources.ts';
import { windowsOf } from './windows.ts';

export interface CsrVectorParams {
  readonly [name: string]: number | string;
  readonly threadsPerRow: number;
  readonly blockSize: number;
  readonly reduction: Reduction;
}

/** CSR, several neighbouring threads a row: loads side by side, the good choice for rows of about the same length. */
export const csrVector: Kernel<'wgsl', CsrVectorParams> = wgslKernel<CsrVectorParams>({
  id: 'wgsl/csr-vector',
  format: 'csr',
  title: 'CSR, several threads a row',
  sources: [
    { ...BELL_GARLAND, section: '4.2' },
    { ...VAZQUEZ, section: 'III.B' },
  ],
  params: {
    axes: { threadsPerRow: threadsPerRowAxis, blockSize: wgslAnyBlockSizeAxis(256), reduction: reductionAxis },
    suggest: (context) => {
      const threadsPerRow = suggestThreadsPerRow(context);
      const blockSize = suggestBlockSize(context.device, 256);
      return { threadsPerRow, blockSize, reduction: suggestReduction(context, threadsPerRow) };
    },
    reject: ({ threadsPerRow, blockSize, reduction }, context) =>
      rowObstacle(threadsPerRow, blockSize) ??
      reductionObstacle(reduction, context, threadsPerRow) ??
      workgroupObstacle(context.device, blockSize, reductionBytes(reduction, blockSize, context)),
  },
  dispatch: (context, { threadsPerRow, blockSize, reduction }) => {
    const { shape, nnz } = context.matrix;
    return {
      enable: reductionExtensions(reduction),
      dispatches: windowsOf(nnz, 1, context).map((window, w) => ({
        entryPoint: 'csrVector',
        texts: [reductionText(reduction), new URL('../../src/kernels/csr-vector.wgsl', import.meta.url)],
        arrays: ['rowStart', { array: 'colIndex', window }, { array: 'values', window }],
        constants: { blockSize, threadsPerRow },
        numbers: [shape.rows, window.first, window.count, w > 0 ? 1 : 0],
        groups: Math.ceil(shape.rows / (blockSize / threadsPerRow)),
      })),
    };
  },
});
