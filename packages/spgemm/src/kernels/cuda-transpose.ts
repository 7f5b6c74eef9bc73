import type { CudaLaunch, KernelSteps } from '@spmv/core';
import type { Given } from './cuda-launches.ts';
import { launch, run } from './cuda-launches.ts';
import { ROW_BLOCK } from './cuda-sizes.ts';
import type { Factor, MatrixNames } from './matrix-names.ts';

const BLOCK = 256;
/** Lanes that read a row, as transpose.cuh has them. */
const LANES = 8;
const over = (name: string, count: number, given: Given, block = BLOCK): readonly CudaLaunch[] =>
  launch(`spgemm_transpose_${name}`, Math.ceil(count / block), block, given);

/** Where entries of a matrix are in its transpose. */
const PLACE = 'work.place';

/** Positions of the transpose, as transpose.cuh finds them. Work: 8 bytes an entry and 4 a column, of which 4 an entry stay, and the transpose. */
export function* transposePositions(
  { shape, nnz, ...from }: Factor,
  to: MatrixNames,
  element: number,
): KernelSteps<'cuda'> {
  const { rows, cols } = shape;
  const [list, cursor, sums] = ['work.rows', 'work.cursors', 'work.blockSums'] as const;
  const blocks = Math.ceil(cols / ROW_BLOCK);
  yield { do: 'bound', bytes: (12 + element) * nnz + 8 * cols + 4 * (blocks + 1) };
  yield { do: 'allocate', name: to.rowStart, element: 'i32', length: cols + 1 };
  yield { do: 'allocate', name: to.colIndex, element: 'i32', length: nnz };
  yield { do: 'allocate', name: to.values, element: 'value', length: nnz };
  yield { do: 'allocate', name: PLACE, element: 'i32', length: nnz };
  yield { do: 'allocate', name: list, element: 'i32', length: nnz };
  yield { do: 'allocate', name: cursor, element: 'i32', length: cols };
  yield { do: 'allocate', name: sums, element: 'i32', length: blocks };
  const { rowStart, colIndex } = from;
  const [start, counts] = [to.rowStart, to.rowStart];
  yield* run([
    ...over('clear', cols + 1, { counts, cursor, length: cols }),
    ...over('count', nnz, { colIndex, counts, entries: nnz }),
    ...over('scan_blocks', cols, { counts, sums, length: cols }, ROW_BLOCK),
    ...over('scan_sums', ROW_BLOCK, { sums, length: blocks }, ROW_BLOCK),
    ...over('scan_places', cols, { counts, sums, length: cols }, ROW_BLOCK),
    ...over('list', LANES * rows, { rowStart, colIndex, start, cursor, list, rows }),
    ...over('place', LANES * rows, { rowStart, colIndex, start, list, place: PLACE, columns: to.colIndex, rows }),
  ]);
  for (const name of [list, cursor, sums]) yield { do: 'release', name };
}

/** Values of the transpose. */
export const transposeValues = (
  { values, nnz }: Pick<Factor, 'values' | 'nnz'>,
  to: MatrixNames,
  precision: string,
): readonly CudaLaunch[] => over(`values_${precision}`, nnz, { values, place: PLACE, moved: to.values, entries: nnz });
