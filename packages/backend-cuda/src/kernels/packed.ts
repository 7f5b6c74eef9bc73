import type { Params, SpmvKernel } from '@spmv/core';
import { cudaKernel, valueBytes } from './cuda-kernel.ts';
import { oneDimensional, WARP } from './launch-shape.ts';

export interface PackedKernelParams extends Params {
  readonly inFlight: '4' | '8' | 'ahead';
  readonly blockSize: number;
}

/**
 * y ← αAx + βy over packed slices, a warp a slice, one launch. Moves one to four bytes a column instead of four, loads everything
 * coalesced, and no warp has more than the format's `steps` steps a slice, whatever the rows: skewed matrices stay balanced.
 */
export const packed: SpmvKernel<'cuda', PackedKernelParams> = cudaKernel<PackedKernelParams>({
  name: 'packed',
  format: 'packed',
  title: 'Packed slices, a warp a slice',
  sources: [
    {
      title:
        'M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, A unified sparse matrix data format (SELL-C-σ), SIAM J. Sci. Comput. 36(5), 2014',
    },
  ],
  params: {
    axes: {
      inFlight: {
        values: ['4', '8', 'ahead'],
        default: '8',
        doc: 'Entries a lane has in flight: four, eight, or four and the next four while it works on them.',
      },
      blockSize: { values: [64, 128, 256], default: 128, doc: 'Threads per block (BS).' },
    },
  },
  launch: (context, { inFlight, blockSize }) => {
    const { scalars } = context.matrix;
    const slices = scalars['sliceCount'] as number;
    return {
      entryPoint: `packed_${inFlight}`,
      ...oneDimensional(slices, WARP, blockSize),
      arguments: [
        'matrix.slices',
        'matrix.segments',
        'matrix.columns',
        'matrix.values',
        'scratch.parts',
        'x',
        'y',
        'alpha',
        'beta',
        { i32: slices },
      ],
      scratch: { parts: (scalars['slotCount'] as number) * valueBytes(context) },
    };
  },
});
