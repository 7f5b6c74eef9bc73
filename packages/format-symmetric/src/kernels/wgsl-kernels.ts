import type { Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import type { WgslTileParams } from '@spmv/kernel-kit';
import {
  collectSplitRows,
  reductionExtensions,
  reductionText,
  splitRowArrays,
  splitRowDispatches,
  sumBytes,
  wgslKernel,
  wgslTileParams,
} from '@spmv/kernel-kit';
import { symmetric } from '../symmetric.ts';
import { symmetricTilesOf } from './symmetric-tiles.ts';

const capacityOf = ({ blockSize, items }: WgslTileParams): number => blockSize * items;

/** Arrays one after another: a text may bind eight. */
function joined(...arrays: readonly (Int32Array | Uint32Array)[]): Uint32Array {
  const all = new Uint32Array(arrays.reduce((length, array) => length + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    all.set(array, at);
    at += array.length;
  }
  return all;
}

function analyse(matrix: StoredMatrix, context: KernelContext, params: WgslTileParams): NamedArrays {
  const { tiles, slots, groups, filledRows, runs, places, elementStart } = symmetricTilesOf(matrix, capacityOf(params));
  // Elements without runs are finished, too. Their sums end after 0, which would be no element: places count from 1.
  const elements = collectSplitRows((visit) => {
    for (let j = 0; j < matrix.shape.rows; j++) visit(j, elementStart[j], elementStart[j + 1]);
  });
  return {
    tileRuns: joined(tiles, runs, places),
    slots,
    entryRows: joined(groups, filledRows),
    sums: new Uint32Array(((places.length + 1) * sumBytes(context)) / 4),
    ...splitRowArrays(elements),
  };
}

/**
 * y ← αAx + βy, every number added in an order that never changes: the two products of each entry of a tile go to workgroup memory, what the tile has for each
 * element of y is added up, and later dispatches add up the sums of every element, tile after tile. WGSL has no atomic addition of
 * floating-point numbers, and this needs none. Reads every entry once, with about 2.3 bytes more of an index.
 */
export const wgslSymmetric: Kernel<'wgsl', WgslTileParams> = wgslKernel<WgslTileParams>({
  id: 'wgsl/symmetric',
  format: 'symmetric',
  title: 'Lower triangle in tiles, added up by elements of y',
  sources: symmetric.sources,
  // An entry has two products.
  params: wgslTileParams({ blockSize: 256, items: [2, 4, 8], usual: 4, suggested: [8, 4, 2], products: 2 }),
  analyse,
  dispatch: (context, params) => {
    const { blockSize, reduction } = params;
    const capacity = capacityOf(params);
    const { scalars } = context.matrix;
    const tiles = Math.ceil(scalars['stored'] / capacity);
    return {
      enable: reductionExtensions(reduction),
      dispatches: [
        {
          entryPoint: 'symmetric',
          texts: [reductionText(reduction), new URL('../../src/kernels/symmetric.wgsl', import.meta.url)],
          arrays: [
            'auxiliary.tileRuns: u32',
            'auxiliary.slots: u32',
            'auxiliary.entryRows: u32',
            'colIndex: u32',
            'values: Value',
          ],
          written: ['auxiliary.sums: Sum'],
          constants: { blockSize, capacity },
          // Where in entryRows the rows begin.
          numbers: {
            tiles,
            rowsAt: 2 * Math.ceil(scalars['stored'] / 32),
            skew: scalars['skew'],
          },
          groups: tiles,
        },
        ...splitRowDispatches(blockSize, { array: 'auxiliary.sums', stride: 1, first: 0 }),
      ],
    };
  },
});
