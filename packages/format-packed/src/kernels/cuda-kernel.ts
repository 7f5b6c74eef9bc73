import type { Params, Kernel } from '@spmv/core';
import { cudaKernel, cudaModules, oneDimensional, sumsAsStored, valueBytes, WARP } from '@spmv/kernel-kit';
import { KREUTZER } from '../sources.ts';

export interface CudaPackedParams extends Params {
  readonly inFlight: '4' | '8' | 'ahead';
  readonly blockSize: number;
}

/**
 * y ← αAx + βy over packed slices, a warp a slice, one launch. Moves one to four bytes a column instead of four, loads everything
 * coalesced, and no warp has more than the format's `steps` steps a slice, whatever the rows: skewed matrices stay balanced.
 */
export const cudaPacked: Kernel<'cuda', CudaPackedParams> = cudaKernel<CudaPackedParams>({
  id: 'cuda/packed',
  modules: cudaModules(import.meta.url, 'packed'),
  precisions: sumsAsStored('cuda'),
  format: 'packed',
  title: 'Packed slices, a warp a slice',
  sources: [KREUTZER],
  params: {
    axes: {
      inFlight: {
        values: ['4', '8', 'ahead'],
        default: '8',
        doc: 'Entries a lane has in flight: four, eight, or four and the next four while it works on them.',
      },
      blockSize: { values: [64, 128, 256], default: 128, doc: "Threads per block (the papers' BS)." },
    },
  },
  launch: (context, { inFlight, blockSize }) => {
    const { scalars } = context.matrix;
    const slices = scalars['sliceCount'];
    return {
      entryPoint: `packed_${inFlight}`,
      ...oneDimensional(slices, WARP, blockSize),
      arrays: ['slices', 'segments', 'columns', 'values', 'scratch.partials'],
      numbers: { sliceCount: slices },
      scratch: { partials: scalars['slotCount'] * valueBytes(context) },
    };
  },
});
