import type { NamedArrays, Params, SpmvKernel, StoredMatrix } from '@spmv/core';
import { cudaKernel, valueBytes } from './cuda-kernel.ts';
import { blockSizeAxis, oneDimensional, WARP } from './launch-shape.ts';
import { vazquez } from './sources.ts';
import { createSplitRows } from './split-rows.ts';

export interface CooParams extends Params {
  readonly perWarp: number;
  readonly blockSize: number;
}

/**
 * For each stretch of `perWarp` entries (headSlot, headGroup, tailSlot, tailGroup): where its part of a row goes that begins before it
 * or ends after it; −1 where the row is its own. A stretch inside one row has a head only.
 */
export function stretchesOf(rowIndex: Int32Array, perWarp: number): { readonly stretches: Int32Array; readonly groups: Int32Array } {
  const nnz = rowIndex.length;
  const count = Math.ceil(nnz / perWarp);
  const stretches = new Int32Array(4 * count).fill(-1);
  const split = createSplitRows();
  let group = -1;
  for (let w = 0; w < count; w++) {
    const begin = w * perWarp;
    const end = Math.min(begin + perWarp, nnz);
    const fromBefore = begin > 0 && rowIndex[begin] === rowIndex[begin - 1];
    const goesOn = end < nnz && rowIndex[end] === rowIndex[end - 1];
    if (fromBefore) stretches.set([split.part(), group], 4 * w);
    if (goesOn && !(fromBefore && rowIndex[begin] === rowIndex[end - 1])) {
      group = split.begin();
      stretches.set([split.part(), group], 4 * w + 2);
    }
  }
  return { stretches, groups: Int32Array.from(split.groups) };
}

/**
 * y ← αAx + βy over COO sorted by row: each warp adds up `perWarp` entries by segmented scans. Unlike the usual COO kernel it adds no
 * floating-point number atomically, so results repeat, and it needs no pass over y before.
 */
export const coo: SpmvKernel<'cuda', CooParams> = cudaKernel<CooParams>({
  name: 'coo',
  format: 'coo',
  title: 'COO, segmented sums',
  sources: [vazquez('III.A')],
  params: {
    axes: {
      perWarp: { values: [64, 128, 256, 512], default: 128, doc: 'Entries a warp adds up.' },
      blockSize: blockSizeAxis,
    },
    suggest: ({ matrix }) => ({ perWarp: matrix.nnz > 2 ** 23 ? 512 : matrix.nnz > 2 ** 20 ? 256 : 64 }),
  },
  analyse: (matrix: StoredMatrix, _context, { perWarp }): NamedArrays => stretchesOf(matrix.arrays['rowIndex'] as Int32Array, perWarp) as unknown as NamedArrays,
  launch: (context, { perWarp, blockSize }) => {
    const { shape, nnz } = context.matrix;
    const stretches = Math.ceil(nnz / perWarp);
    return {
      entryPoint: 'coo',
      ...oneDimensional(stretches, WARP, blockSize),
      arguments: [
        'matrix.rowIndex', 'matrix.colIndex', 'matrix.values', 'auxiliary.stretches', 'auxiliary.groups', 'scratch.parts', 'scratch.tickets',
        'x', 'y', 'alpha', 'beta', { i32: shape.rows }, { i32: nnz }, { i32: perWarp },
      ],
      scratch: { parts: 2 * stretches * valueBytes(context), tickets: 4 * stretches },
    };
  },
});
