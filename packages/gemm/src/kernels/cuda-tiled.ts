import type { Kernel } from '@spmv/core';
import { cudaModules } from '@spmv/kernel-kit';
import { GUNJA } from '../sources.ts';
import { canonicalProduct } from './canonical.ts';
import { cudaGemm, deepArguments, productArguments, tileBlocks } from './cuda-launch.ts';

export interface CudaTiledParams {
  readonly [name: string]: number;
  readonly edge: number;
}

/**
 * The paper's product through shared memory (section 5.1.1, figure 5.2), one thread an element. As printed it goes over N / BLOCK_SIZE tiles,
 * which leaves the last terms out where the tile does not divide N, and threads beyond the edge read and write outside the matrices; here
 * zeros stand beyond the edge. Its loads are 2N³/T, not 2T²(N/T)² as the paper counts.
 */
export const cudaTiled: Kernel<'cuda', CudaTiledParams> = cudaGemm<CudaTiledParams>({
  id: 'cuda/gemm-tiled',
  title: 'Tiles in shared memory, one thread an element',
  sources: [{ ...GUNJA, section: '5.1.1' }],
  params: {
    axes: {
      edge: {
        values: [8, 16, 32],
        default: 32,
        doc: 'Rows and columns of a tile; its threads are as many as its elements.',
      },
    },
  },
  program: (context, { edge }) => {
    const product = canonicalProduct(context);
    return {
      kind: 'launches',
      modules: cudaModules(import.meta.url, 'tiled'),
      launches: [
        {
          entryPoint: `tiled_${edge}_${context.precision.precision}`,
          grid: tileBlocks('cuda/gemm-tiled', product, edge, edge),
          block: [edge, edge, 1],
          sharedBytes: 0,
          arguments: { ...productArguments(product), ...deepArguments(product) },
        },
      ],
    };
  },
});
