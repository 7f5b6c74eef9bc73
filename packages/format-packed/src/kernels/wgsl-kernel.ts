import type { KernelContext, Kernel } from '@spmv/core';
import type { Reduction, SizesPlace } from '@spmv/kernel-kit';
import {
  joinPartialsText,
  manyPartialsDispatches,
  reductionAxis,
  reductionBytes,
  reductionExtensions,
  reductionObstacle,
  reductionText,
  sizesAxis,
  suggestBlockSize,
  suggestReduction,
  wgslBlockSizeAxis,
  wgslKernel,
  workgroupObstacle,
} from '@spmv/kernel-kit';
import { LANES } from '../slice-layout.ts';
import { KREUTZER } from '../sources.ts';
import { analyseSplitRows } from './split-rows.ts';

export interface WgslPackedParams {
  readonly [name: string]: number | string;
  readonly blockSize: number;
  readonly flight: number;
  readonly reduction: Reduction;
  readonly sizes: SizesPlace;
}

function sizesText(sizes: SizesPlace): URL {
  return sizes === 'constant'
    ? new URL('../../src/kernels/packed-sizes-constant.wgsl', import.meta.url)
    : new URL('../../src/kernels/packed-sizes-uniform.wgsl', import.meta.url);
}

/** More in flight hides more latency where lanes have so many entries; shorter ones pay for the registers alone. */
function suggestFlight({ matrix }: KernelContext): number {
  const slots = matrix.scalars['slots'];
  const slices = Math.max(1, matrix.scalars['sliceCount']);
  return slots / slices > 6 * LANES ? 16 : 8;
}

/** Packed slices, 32 threads a slice: one to four bytes a column are moved instead of four, and no slice is long whatever the rows. */
export const wgslPacked: Kernel<'wgsl', WgslPackedParams> = wgslKernel<WgslPackedParams>({
  id: 'wgsl/packed',
  format: 'packed',
  title: 'Packed slices, 32 threads a slice',
  sources: [KREUTZER],
  params: {
    axes: {
      blockSize: wgslBlockSizeAxis(128),
      flight: { values: [4, 8, 16], default: 8, doc: 'Entries that a thread loads before it waits for the first.' },
      reduction: reductionAxis,
      sizes: sizesAxis,
    },
    suggest: (context) => ({
      blockSize: suggestBlockSize(context.device, 128),
      flight: suggestFlight(context),
      reduction: suggestReduction(context, LANES),
    }),
    reject: ({ blockSize, reduction }, context) =>
      reductionObstacle(reduction, context, LANES) ??
      workgroupObstacle(context.device, blockSize, reductionBytes(reduction, blockSize, context)),
  },
  analyse: ({ arrays }) => analyseSplitRows(arrays),
  dispatch: (context, { blockSize, flight, reduction, sizes }) => {
    const slices = context.matrix.scalars['sliceCount'];
    const constant = sizes === 'constant';
    return {
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: 'packed',
          texts: [
            reductionText(reduction),
            joinPartialsText(),
            sizesText(sizes),
            new URL('../../src/kernels/packed.wgsl', import.meta.url),
          ],
          // The columns twice: the text loads one word or four of them at a time.
          arrays: [
            'slices: vec4<u32>',
            'segments: vec2<i32>',
            'columns: u32',
            'columns4: vec4<u32> = columns',
            'values: Value',
          ],
          written: ['auxiliary.partials: atomic<u32>'],
          constants: { blockSize, flight, ...(constant ? { sliceCount: slices } : {}) },
          ...(constant ? {} : { numbers: { sliceCount: slices } }),
          groups: Math.ceil((slices * LANES) / blockSize),
        },
        ...manyPartialsDispatches(blockSize, context),
      ],
    };
  },
});
