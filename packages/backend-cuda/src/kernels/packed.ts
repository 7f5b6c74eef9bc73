import type { Params, SpmvKernel } from '@spmv/core';
import { cudaKernel, valueBytes } from './cuda-kernel.ts';
import { oneDimensional, WARP } from './launch-shape.ts';

export interface PackedKernelParams extends Params {
  readonly unroll: number;
  readonly blockSize: number;
}

/**
 * y ← αAx + βy over packed slices, a warp a slice, one launch. Moves one to four bytes a column instead of four, loads everything
 * coalesced, and no warp has more than the format's `steps` steps, whatever the rows: skewed matrices stay balanced.
 */
export const packed: SpmvKernel<'cuda', PackedKernelParams> = cudaKernel<PackedKernelParams>({
  name: 'packed',
  format: 'packed',
  title: 'Packed slices, a warp a slice',
  sources: [],
  params: {
    axes: {
      unroll: { values: [2, 4, 8], default: 4, doc: 'Entries a lane has in flight.' },
      blockSize: { values: [64, 128, 256, 512, 1024], default: 128, doc: 'Threads per block (BS).' },
    },
  },
  launch: (context, { unroll, blockSize }) => {
    const { scalars } = context.matrix;
    const slices = scalars['sliceCount'] as number;
    return {
      entryPoint: `packed_u${unroll}`,
      ...oneDimensional(slices, WARP, blockSize),
      arguments: [
        'matrix.slices', 'matrix.segments', 'matrix.groups', 'matrix.baseColumn', 'matrix.columns', 'matrix.values',
        'scratch.parts', 'scratch.tickets', 'x', 'y', 'alpha', 'beta', { i32: slices },
      ],
      scratch: { parts: (scalars['pieceCount'] as number) * valueBytes(context), tickets: (scalars['groupCount'] as number) * 4 },
    };
  },
});
