import type { SpmvKernel, WgslDispatch } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { ellpackRow, ellpackSlices, placesAtOnce } from './ellpack-slices.ts';
import { blockAxis, read, suggestBlock, workgroupObstacle, write } from './launch.ts';
import { file, VAZQUEZ } from './sources.ts';

export interface EllpackRKernelParams {
  readonly [name: string]: number;
  readonly block: number;
}

/** ELLPACK-R, one thread a row for as many places as the row has entries: no padding is looked at. */
export const ellpackR: SpmvKernel<'wgsl', EllpackRKernelParams> = {
  kind: 'kernel',
  id: 'wgsl/ellpack-r',
  operation: 'spmv',
  target: 'wgsl',
  format: 'ellpack-r',
  title: 'ELLPACK-R, one thread a row',
  sources: [{ ...VAZQUEZ, section: 'IV' }],
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: { block: blockAxis(256) },
    suggest: ({ device }) => ({ block: suggestBlock(device, 256) }),
    reject: ({ block }, { device }) => workgroupObstacle(device, block),
  },
  program: (context, { block }) => ({
    source: [ellpackRow, file(new URL('../../src/kernels/ellpack-r.wgsl', import.meta.url))],
    arithmetic: true,
    dispatches: ellpackSlices(context).map(({ window, rows, numbers }): WgslDispatch => ({
      entryPoint: 'ellpackR',
      bindings: [
        read('matrix.rowLength'),
        read('matrix.colIndex', window),
        read('matrix.values', window),
        read('x'),
        write('y'),
      ],
      constants: { block, chunk: placesAtOnce(context, 8) },
      numbers,
      groups: Math.ceil(rows / block),
    })),
  }),
};
