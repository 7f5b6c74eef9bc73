import type { SpmvKernel, WgslDispatch } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { blockAxis, read, suggestBlock, sumBytes, workgroupObstacle, write } from './launch.ts';
import type { Reduction } from './reduction.ts';
import {
  reductionAxis,
  reductionExtensions,
  reductionObstacle,
  reductionSource,
  suggestReduction,
} from './reduction.ts';
import { BELL_GARLAND, file, VAZQUEZ } from './sources.ts';
import { suggestThreads, threadsAxis } from './threads-per-row.ts';
import { windowsOf } from './windows.ts';

export interface CsrVectorParams {
  readonly [name: string]: number | string;
  readonly T: number;
  readonly block: number;
  readonly reduction: Reduction;
}

/** CSR, T neighbouring threads a row: loads side by side, the good choice for rows of about the same length. */
export const csrVector: SpmvKernel<'wgsl', CsrVectorParams> = {
  kind: 'kernel',
  id: 'wgsl/csr-vector',
  operation: 'spmv',
  target: 'wgsl',
  format: 'csr',
  title: 'CSR, T threads a row',
  sources: [
    { ...BELL_GARLAND, section: '4.2' },
    { ...VAZQUEZ, section: 'III.B' },
  ],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: { T: threadsAxis, block: blockAxis(256), reduction: reductionAxis },
    suggest: (context) => {
      const T = suggestThreads(context);
      return { T, block: suggestBlock(context.device, 256), reduction: suggestReduction(context, T) };
    },
    reject: ({ T, block, reduction }, context) =>
      reductionObstacle(reduction, context, T) ??
      workgroupObstacle(context.device, block, reduction === 'workgroup' ? block * sumBytes(context) : 0),
  },
  program: (context, { T, block, reduction }) => {
    const { shape, nnz } = context.matrix;
    const dispatches = windowsOf(nnz, 1, context).map((window, w): WgslDispatch => ({
      entryPoint: 'csrVector',
      bindings: [
        read('matrix.rowStart'),
        read('matrix.colIndex', window),
        read('matrix.values', window),
        read('x'),
        write('y'),
      ],
      constants: { block, T },
      numbers: [shape.rows, window.first, window.count, w > 0 ? 1 : 0],
      groups: Math.ceil(shape.rows / (block / T)),
    }));
    const own = file(new URL('../../src/kernels/csr-vector.wgsl', import.meta.url));
    return {
      source: [reductionSource(reduction), own],
      arithmetic: true,
      enable: reductionExtensions(reduction),
      dispatches,
    };
  },
};
