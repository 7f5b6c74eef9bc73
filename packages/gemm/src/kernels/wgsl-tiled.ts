import type { Kernel } from '@spmv/core';
import { workgroupObstacle } from '@spmv/kernel-kit';
import { GUNJA } from '../sources.ts';
import { canonicalProduct, tileCount } from './canonical.ts';
import { launchText, productDispatch, wgslGemm } from './wgsl-launch.ts';

export interface WgslTiledParams {
  readonly [name: string]: number;
  readonly edge: number;
}

/**
 * The paper's product through shared memory (section 5.1.1, figure 5.2), one thread an element. As printed it goes over N / BLOCK_SIZE tiles,
 * which leaves the last terms out where the tile does not divide N, and threads beyond the edge read outside the matrices; here zeros stand
 * beyond the edge. Its loads are 2N³/T, not 2T²(N/T)² as the paper counts.
 */
export const wgslTiled: Kernel<'wgsl', WgslTiledParams> = wgslGemm<WgslTiledParams>({
  id: 'wgsl/gemm-tiled',
  title: 'Tiles in workgroup memory, one thread an element',
  sources: [{ ...GUNJA, section: '5.1.1' }],
  params: {
    axes: {
      edge: {
        values: [8, 16, 32],
        default: 16,
        doc: 'Rows and columns of a tile; its threads are as many as its elements.',
      },
    },
    reject: ({ edge }, { device }) => workgroupObstacle(device, edge * edge, 2 * edge * edge * 8),
  },
  program: (context, { edge }) => {
    const product = canonicalProduct(context);
    return {
      source: [launchText(), { kind: 'url', url: new URL('../../src/kernels/tiled.wgsl', import.meta.url).href }],
      arithmetic: true,
      dispatches: [
        productDispatch(product, {
          entryPoint: 'tiled',
          constants: { edge },
          groups: tileCount(product, edge, edge),
        }),
      ],
    };
  },
});
