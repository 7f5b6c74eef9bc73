import type { KernelContext, Kernel } from '@spmv/core';
import {
  splitRowDispatches,
  suggestBlockSize,
  suggestItems,
  sumBytes,
  wgslBlockSizeAxis,
  wgslKernel,
  workgroupObstacle,
} from '@spmv/kernel-kit';
import { analyseCoo } from './coo-analysis.ts';
import { BELL_GARLAND, VAZQUEZ } from './sources.ts';

export interface CooKernelParams {
  readonly [name: string]: number;
  readonly blockSize: number;
  readonly items: number;
}

/** Products, rows of entries, tails and flags. */
function workgroupBytes({ blockSize, items }: CooKernelParams, context: KernelContext): number {
  const tile = blockSize * items;
  return (tile + tile / 32 + 1) * sumBytes(context) + (tile + 2) * 4 + blockSize * (sumBytes(context) + 4);
}

/**
 * COO with segmented sums: every workgroup takes as many entries, whatever the rows, so that no row length slows it down. Split
 * rows are finished by a second dispatch, rows without entries by a third.
 */
export const coo: Kernel<'wgsl', CooKernelParams> = wgslKernel<CooKernelParams>({
  id: 'wgsl/coo',
  format: 'coo',
  title: 'COO, segmented sums',
  sources: [
    { ...BELL_GARLAND, section: '4.4' },
    { ...VAZQUEZ, section: 'III.A' },
  ],
  params: {
    axes: {
      blockSize: wgslBlockSizeAxis(256),
      items: { values: [4, 8, 16], default: 8, doc: 'Entries per thread.' },
    },
    suggest: (context) => {
      const blockSize = suggestBlockSize(context.device, 256);
      const bytes = (items: number): number => workgroupBytes({ blockSize, items }, context);
      return { blockSize, items: suggestItems(context.device, blockSize, { items: [8, 4], bytes }) };
    },
    reject: (params, context) => workgroupObstacle(context.device, params.blockSize, workgroupBytes(params, context)),
  },
  analyse: ({ arrays, shape }, _context, { blockSize, items }) =>
    analyseCoo(arrays['rowIndex'] as Int32Array, shape.rows, blockSize * items),
  dispatch: (context, { blockSize, items }) => {
    const { nnz } = context.matrix;
    const tiles = Math.ceil(nnz / (blockSize * items));
    return {
      scratch: { partials: 2 * tiles * sumBytes(context) },
      dispatches: [
        {
          entryPoint: 'coo',
          texts: [new URL('../../src/kernels/coo.wgsl', import.meta.url)],
          arrays: ['rowIndex: u32', 'colIndex: u32', 'values: Value'],
          written: ['scratch.partials: Sum'],
          constants: { blockSize, items },
          numbers: { entries: nnz },
          groups: tiles,
        },
        ...splitRowDispatches(blockSize),
        {
          entryPoint: 'scaleRows',
          texts: [new URL('../../src/kernels/scale-rows.wgsl', import.meta.url)],
          arrays: ['rowList: u32 = auxiliary.emptyRows'],
          readsX: false,
          constants: { blockSize },
          groups: { auxiliary: 'emptyRows', per: blockSize },
        },
      ],
    };
  },
});
