import type { Params, SpmvKernel } from '@spmv/core';
import { cudaKernel, valueBytes } from './cuda-kernel.ts';
import { oneDimensional, WARP } from './launch-shape.ts';

export interface PackedKernelParams extends Params {
  readonly unroll: number;
  readonly perWarp: number;
  readonly keepX: boolean;
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
  sources: [{ title: 'M. Kreutzer, G. Hager, G. Wellein, H. Fehske, A. R. Bishop, A unified sparse matrix data format (SELL-C-σ), SIAM J. Sci. Comput. 36(5), 2014' }],
  params: {
    axes: {
      unroll: { values: [4, 8], default: 8, doc: 'Entries a lane has in flight.' },
      perWarp: { values: [1, 2, 4], default: 1, doc: 'Slices a warp takes one after another, reading about the next while it works on one.' },
      keepX: { values: [false, true], default: false, doc: 'Whether x is to stay in the second-level cache in preference to A.' },
      blockSize: { values: [64, 128, 256], default: 128, doc: 'Threads per block (BS).' },
    },
  },
  launch: (context, { unroll, perWarp, keepX, blockSize }) => {
    const { scalars } = context.matrix;
    const slices = scalars['sliceCount'] as number;
    return {
      entryPoint: `packed_u${unroll}${keepX ? '_keep' : ''}`,
      ...oneDimensional(Math.ceil(slices / perWarp), WARP, blockSize),
      arguments: [
        'matrix.slices', 'matrix.segments', 'matrix.columns', 'matrix.values', 'scratch.parts', 'x', 'y', 'alpha', 'beta',
        { i32: slices }, { i32: perWarp },
      ],
      scratch: { parts: (scalars['slotCount'] as number) * valueBytes(context) },
    };
  },
});
