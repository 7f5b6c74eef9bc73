import type { KernelSteps, WgslDispatch } from '@spmv/core';
import { reads, writes } from '@spmv/kernel-kit';
import type { Factor, MatrixNames } from './matrix-names.ts';
import { overAll, sumBefore } from './wgsl-counts.ts';
import { ROW_BLOCK, run, TALLY } from './wgsl-dispatches.ts';
import { TEXTS } from './wgsl-texts.ts';

/** Where entries of a matrix are in its transpose. */
const PLACE = 'work.place';

/** Positions of the transpose. Work: 8 bytes an entry and 8 a column, of which 4 an entry stay, and the transpose. */
export function* transposePositions({ shape, nnz, ...from }: Factor, to: MatrixNames): KernelSteps<'wgsl'> {
  const { rows, cols } = shape;
  const [list, cursor, sums, tally] = ['work.list', 'work.cursor', 'work.sums', 'work.tally'] as const;
  const blocks = Math.ceil(cols / ROW_BLOCK);
  yield { do: 'bound', bytes: 16 * nnz + 8 * (cols + 1) + 4 * (blocks + TALLY) };
  yield { do: 'allocate', name: to.rowStart, element: 'i32', length: cols + 1 };
  yield { do: 'allocate', name: to.colIndex, element: 'i32', length: nnz };
  yield { do: 'allocate', name: to.values, element: 'value', length: nnz };
  yield { do: 'allocate', name: PLACE, element: 'u32', length: nnz };
  yield { do: 'allocate', name: list, element: 'u32', length: nnz };
  yield { do: 'allocate', name: cursor, element: 'u32', length: cols + 1 };
  yield { do: 'allocate', name: sums, element: 'u32', length: blocks };
  yield { do: 'allocate', name: tally, element: 'u32', length: TALLY };
  const [ownStart, ownIndex] = [reads('ownStart', 'u32', from.rowStart), reads('ownIndex', 'u32', from.colIndex)];
  const start = reads('start', 'u32', to.rowStart);
  const cleared = [writes('counts', 'u32', to.rowStart), writes('cursor', 'u32', cursor)];
  yield* run([
    ...overAll(cols + 1, { entryPoint: 'clearColumns', texts: [TEXTS.transposeClear], buffers: cleared }),
    ...overAll(nnz, {
      entryPoint: 'countColumns',
      texts: [TEXTS.transposeCount],
      buffers: [ownIndex, writes('counts', 'atomic<u32>', to.rowStart)],
    }),
    ...sumBefore(to.rowStart, cols),
    ...overAll(nnz, {
      entryPoint: 'listColumns',
      texts: [TEXTS.rowOf, TEXTS.transposeList],
      buffers: [ownStart, ownIndex, start, writes('cursor', 'atomic<u32>', cursor), writes('list', 'u32', list)],
      numbers: { rows },
    }),
    ...overAll(nnz, {
      entryPoint: 'placeColumns',
      texts: [TEXTS.rowOf, TEXTS.transposePlace],
      buffers: [
        ownStart,
        ownIndex,
        start,
        reads('list', 'u32', list),
        writes('place', 'u32', PLACE),
        writes('columns', 'u32', to.colIndex),
      ],
      numbers: { rows },
    }),
  ]);
  for (const name of [list, cursor, sums, tally]) yield { do: 'release', name };
}

/** Values of the transpose. */
export const transposeValues = ({ values, nnz }: Factor, to: MatrixNames): readonly WgslDispatch[] =>
  overAll(nnz, {
    entryPoint: 'moveValues',
    texts: [TEXTS.transposeValues],
    buffers: [reads('values', 'Value', values), reads('place', 'u32', PLACE), writes('moved', 'Value', to.values)],
  });
