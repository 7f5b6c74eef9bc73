import type { SpmvKernel, WgslDispatch } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { blockAxis, read, suggestBlock, workgroupObstacle, write } from './launch.ts';
import { CRISTOFORI, file, FRAGA, VAZQUEZ } from './sources.ts';
import { windowsOf } from './windows.ts';

export interface CsrKernelParams {
  readonly [name: string]: number;
  readonly block: number;
}

/**
 * CSR, one thread a row: the textbook kernel. Neighbouring threads load far apart, and a long row holds everything up; good for
 * matrices of few entries a row. Matrices past the device's binding limit are worked through in windows of entries.
 */
export const csr: SpmvKernel<'wgsl', CsrKernelParams> = {
  kind: 'kernel',
  id: 'wgsl/csr',
  operation: 'spmv',
  target: 'wgsl',
  format: 'csr',
  title: 'CSR, one thread a row',
  sources: [FRAGA, CRISTOFORI, { ...VAZQUEZ, section: 'III.B' }],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: { block: blockAxis(256) },
    suggest: ({ device }) => ({ block: suggestBlock(device, 256) }),
    reject: ({ block }, { device }) => workgroupObstacle(device, block),
  },
  program: (context, { block }) => {
    const { shape, nnz } = context.matrix;
    const dispatches = windowsOf(nnz, 1, context).map((window, w): WgslDispatch => ({
      entryPoint: 'csr',
      bindings: [
        read('matrix.rowStart'),
        read('matrix.colIndex', window),
        read('matrix.values', window),
        read('x'),
        write('y'),
      ],
      constants: { block },
      numbers: [shape.rows, window.first, window.count, w > 0 ? 1 : 0],
      groups: Math.ceil(shape.rows / block),
    }));
    return { source: file(new URL('../../src/kernels/csr.wgsl', import.meta.url)), arithmetic: true, dispatches };
  },
};
