import type { KernelContext, Kernel } from '@spmv/core';
import type { SizesPlace } from '@spmv/kernel-kit';
import { sizesAxis, suggestBlockSize, wgslAnyBlockSizeAxis, wgslKernel, workgroupObstacle } from '@spmv/kernel-kit';
import { ellpackRow, ellpackSlices, placesAtOnce } from './ellpack-slices.ts';
import { VAZQUEZ } from './sources.ts';

export interface EllpackKernelParams {
  readonly [name: string]: number | string;
  readonly blockSize: number;
  readonly rows: number;
  readonly sizes: SizesPlace;
}

/** Whether four neighbouring rows are neighbours in every column, from an aligned place on. */
function wideRows({ matrix }: KernelContext): boolean {
  return matrix.params['order'] === 'column' && (matrix.scalars['stride'] as number) % 4 === 0;
}

function sizesText(sizes: SizesPlace): URL {
  return sizes === 'constant'
    ? new URL('../../src/kernels/ellpack-sizes-constant.wgsl', import.meta.url)
    : new URL('../../src/kernels/ellpack-sizes-uniform.wgsl', import.meta.url);
}

/** ELLPACK, one thread a row until its first padding. In column order neighbouring threads load side by side. */
export const ellpack: Kernel<'wgsl', EllpackKernelParams> = wgslKernel<EllpackKernelParams>({
  id: 'wgsl/ellpack',
  format: 'ellpack',
  title: 'ELLPACK, one thread a row',
  sources: [{ ...VAZQUEZ, section: 'III.C' }],
  params: {
    axes: {
      blockSize: wgslAnyBlockSizeAxis(256),
      rows: {
        values: [1, 4],
        default: 1,
        doc: 'Rows a thread: 1, or 4 with four columns and values a load, where the stride allows it.',
      },
      sizes: sizesAxis,
    },
    suggest: ({ device }) => ({ blockSize: suggestBlockSize(device, 256), rows: 1 }),
    reject: ({ blockSize, rows, sizes }, context) => {
      if (rows === 4 && !wideRows(context))
        return 'four rows a thread need column order and a stride that is a multiple of 4.';
      if (sizes === 'constant' && ellpackSlices(context).length > 1)
        return 'a matrix worked through in slices would need a pipeline for each.';
      return workgroupObstacle(context.device, blockSize);
    },
  },
  dispatch: (context, { blockSize, rows: each, sizes }) => {
    const own =
      each === 4
        ? [new URL('../../src/kernels/ellpack-wide.wgsl', import.meta.url)]
        : [ellpackRow(), new URL('../../src/kernels/ellpack.wgsl', import.meta.url)];
    return {
      dispatches: ellpackSlices(context).map(({ window, rows, numbers }) => ({
        entryPoint: each === 4 ? 'ellpackWide' : 'ellpack',
        texts: [sizesText(sizes), ...own],
        arrays: [
          { array: each === 4 ? 'colIndex: vec4<i32>' : 'colIndex: i32', window },
          { array: each === 4 ? 'values: Value4' : 'values: Value', window },
        ],
        constants: {
          blockSize,
          chunk: placesAtOnce(context, each === 4 ? 6 : 8),
          ...(sizes === 'constant' ? numbers : {}),
        },
        ...(sizes === 'constant' ? {} : { numbers }),
        groups: Math.ceil(rows / (blockSize * each)),
      })),
    };
  },
});
