import type { GpuSource, SpmvContext, SpmvKernel, WgslDispatch } from '@spmv/core';
import { WGSL_PRECISIONS } from '@spmv/core';
import { ellpackRow, ellpackSlices, namedSizes, placesAtOnce } from './ellpack-slices.ts';
import type { Sizes } from './launch.ts';
import { blockAxis, read, sizesAxis, suggestBlock, workgroupObstacle, write } from './launch.ts';
import { file, VAZQUEZ } from './sources.ts';

export interface EllpackKernelParams {
  readonly [name: string]: number | string;
  readonly block: number;
  readonly rows: number;
  readonly sizes: Sizes;
}

/** Whether four neighbouring rows are neighbours in every column, from an aligned place on. */
function wideRows({ matrix }: SpmvContext): boolean {
  return matrix.params['order'] === 'column' && (matrix.scalars['stride'] as number) % 4 === 0;
}

function sizesSource(sizes: Sizes): GpuSource {
  return sizes === 'constant'
    ? file(new URL('../../src/kernels/ellpack-sizes-constant.wgsl', import.meta.url))
    : file(new URL('../../src/kernels/ellpack-sizes-uniform.wgsl', import.meta.url));
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
  precisions: WGSL_PRECISIONS,
  reproducibility: 'run-to-run',
  requires: [],
  params: {
    axes: {
      block: blockAxis(256),
      rows: {
        values: [1, 4],
        default: 1,
        doc: 'Rows a thread: 1, or 4 with four columns and values a load, where the stride allows it.',
      },
      sizes: sizesAxis,
    },
    suggest: ({ device }) => ({ block: suggestBlock(device, 256), rows: 1 }),
    reject: ({ block, rows, sizes }, context) => {
      if (rows === 4 && !wideRows(context))
        return 'four rows a thread need column order and a stride that is a multiple of 4.';
      if (sizes === 'constant' && ellpackSlices(context).length > 1)
        return 'a matrix worked through in slices would need a pipeline for each.';
      return workgroupObstacle(context.device, block);
    },
  },
  program: (context, { block, rows: each, sizes }) => ({
    source:
      each === 4
        ? [sizesSource(sizes), file(new URL('../../src/kernels/ellpack-wide.wgsl', import.meta.url))]
        : [sizesSource(sizes), ellpackRow, file(new URL('../../src/kernels/ellpack.wgsl', import.meta.url))],
    arithmetic: true,
    dispatches: ellpackSlices(context).map(({ window, rows, numbers }): WgslDispatch => ({
      entryPoint: each === 4 ? 'ellpackWide' : 'ellpack',
      bindings: [read('matrix.colIndex', window), read('matrix.values', window), read('x'), write('y')],
      constants: {
        block,
        chunk: placesAtOnce(context, each === 4 ? 6 : 8),
        ...(sizes === 'constant' ? namedSizes(numbers) : {}),
      },
      ...(sizes === 'constant' ? {} : { numbers }),
      groups: Math.ceil(rows / (block * each)),
    })),
  }),
};
