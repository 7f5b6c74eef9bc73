import type { Kernel, KernelContext, NamedArrays, StoredMatrix } from '@spmv/core';
import type { ColumnTiles, Lines, WgslKernelDispatch, WgslTileParams } from '@spmv/kernel-kit';
import {
  COLUMNS,
  collectSplitRows,
  columnTilesOf,
  reductionExtensions,
  reductionText,
  ROWS,
  splitRowArrays,
  splitRowDispatches,
  sumBytes,
  wgslKernel,
  wgslTileParams,
} from '@spmv/kernel-kit';
import { windowsOf } from './windows.ts';

const capacityOf = ({ blockSize, items }: WgslTileParams): number => blockSize * items;

/** The tiles, then (first slot, place of its sum) of each run. */
function tileRunsOf({ tiles, runStart, columnRuns }: ColumnTiles): Uint32Array {
  const tileRuns = new Uint32Array(tiles.length + 2 * columnRuns.length);
  tileRuns.set(tiles);
  for (let p = 0; p < columnRuns.length; p++) {
    const run = columnRuns[p] as number;
    const at = tiles.length + 2 * run;
    tileRuns[at] = runStart[run] as number;
    tileRuns[at + 1] = p;
  }
  return tileRuns;
}

/** Columns without entries, as number + 1. */
function emptyColumnsOf(columnStart: Int32Array): Uint32Array {
  const empty = new Uint32Array(columnStart.length - 1);
  let found = 0;
  for (let j = 0; j < empty.length; j++) if (columnStart[j] === columnStart[j + 1]) empty[found++] = j + 1;
  return empty.slice(0, found);
}

function analyse(
  { arrays, shape }: StoredMatrix,
  { starts, indices, across }: Lines,
  context: KernelContext,
  params: WgslTileParams,
): NamedArrays {
  const found = columnTilesOf(
    { rowStart: arrays[starts] as Int32Array, colIndex: arrays[indices] as Int32Array, cols: shape[across] },
    capacityOf(params),
  );
  const { slots, groups, filledRows, columnStart, columnRuns } = found;
  const columns = collectSplitRows((visit) => {
    for (let j = 0; j < shape[across]; j++) {
      const [begin, end] = [columnStart[j] as number, columnStart[j + 1] as number];
      if (begin < end) visit(j, begin, end);
    }
  });
  return {
    tileRuns: tileRunsOf(found),
    slots,
    groups,
    filledRows,
    sums: new Uint32Array((columnRuns.length * sumBytes(context)) / 4),
    ...splitRowArrays(columns),
    emptyColumns: emptyColumnsOf(columnStart),
  };
}

const tileKernel = (id: string, title: string, lines: Lines): Kernel<'wgsl', WgslTileParams> =>
  wgslKernel<WgslTileParams>({
    id,
    options: lines.spread,
    format: lines.format,
    title,
    params: wgslTileParams({ blockSize: 256, items: [4, 8, 16], usual: 8, suggested: [16, 8, 4] }),
    analyse: (matrix, context, params) => analyse(matrix, lines, context, params),
    dispatch: (context, params) => {
      const { blockSize, reduction } = params;
      const capacity = capacityOf(params);
      const { nnz } = context.matrix;
      const tiles = Math.ceil(nnz / capacity);
      return {
        enable: reductionExtensions(reduction),
        dispatches: [
          ...windowsOf(tiles, capacity, context).map(({ begin, end, first, count }): WgslKernelDispatch => {
            const window = { first, count: Math.min(count, nnz - first) };
            return {
              entryPoint: 'csrTransposed',
              texts: [reductionText(reduction), new URL('../../src/kernels/csr-transposed.wgsl', import.meta.url)],
              arrays: [
                'auxiliary.tileRuns: u32',
                { array: 'auxiliary.slots: u32', window },
                'auxiliary.groups: vec2<u32>',
                'auxiliary.filledRows: u32',
                { array: 'values: Value', window },
              ],
              written: ['auxiliary.sums: Sum'],
              constants: { blockSize, capacity },
              // Tiles of this dispatch, and of the whole matrix.
              numbers: { first: begin, count: end - begin, tiles },
              groups: end - begin,
            };
          }),
          ...splitRowDispatches(blockSize, { array: 'auxiliary.sums', stride: 1, first: 0 }),
          {
            entryPoint: 'scaleRows',
            texts: [new URL('../../src/kernels/scale-rows.wgsl', import.meta.url)],
            arrays: ['rowList: u32 = auxiliary.emptyColumns'],
            readsX: false,
            constants: { blockSize },
            groups: { auxiliary: 'emptyColumns', per: blockSize },
          },
        ],
      };
    },
  });

/**
 * y ← αAᵀx + βy over CSR, every number added in an order that never changes: products of a tile of entries go to workgroup memory by
 * columns, each run of one column is added up, and later dispatches add up the sums of every column, tile after tile. Instead of columns it reads
 * about 2.3 bytes an entry, and where the rows of a tile share their columns there are few runs. WGSL has no atomic addition of
 * floating-point numbers, and this needs none.
 */
export const csrTransposed: Kernel<'wgsl', WgslTileParams> = tileKernel(
  'wgsl/csr-transposed',
  'CSR transposed, tiles added up by columns',
  ROWS,
);

/** y ← αAx + βy over CSC, as `wgsl/csr-transposed` has rows. */
export const csc: Kernel<'wgsl', WgslTileParams> = tileKernel('wgsl/csc', 'CSC, tiles added up by rows', COLUMNS);
