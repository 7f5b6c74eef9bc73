import type { SpmvKernel, WgslDispatch } from '@spmv/core';
import { ellpackRow, ellpackSlices, placesAtOnce } from './ellpack-slices.ts';
import { blockAxis, PRECISIONS_OFFERED, read, suggestBlock, workgroupObstacle, write } from './launch.ts';
import { file, VAZQUEZ } from './sources.ts';

export interface EllpackKernelParams {
  readonly [name: string]: number;
  readonly block: number;
}

/** ELLPACK, one thread a row until its first padding. In column order neighbouring threads load side by side. */
export const ellpack: SpmvKernel<'wgsl', EllpackKernelParams> = {
  kind: 'kernel',
  id: 'wgsl/ellpack',
  operation: 'spmv',
  target: 'wgsl',
  format: 'ellpack',
  title: 'ELLPACK, one thread a row',
  sources: [{ ...VAZQUEZ, section: 'III.C' }],
  precisions: PRECISIONS_OFFERED,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: { block: blockAxis(256) },
    suggest: ({ device }) => ({ block: suggestBlock(device, 256) }),
    reject: ({ block }, { device }) => workgroupObstacle(device, block),
  },
  program: (context, { block }) => ({
    source: [ellpackRow, file(new URL('../../src/kernels/ellpack.wgsl', import.meta.url))],
    arithmetic: true,
    dispatches: ellpackSlices(context).map(
      ({ window, rows, numbers }): WgslDispatch => ({
        entryPoint: 'ellpack',
        bindings: [read('matrix.colIndex', window), read('matrix.values', window), read('x'), write('y')],
        constants: { block, chunk: placesAtOnce(context) },
        numbers,
        groups: Math.ceil(rows / block),
      }),
    ),
  }),
};
