import type { KernelSteps, MatrixContext, MatrixKernel, FoundPattern } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { launcherOf, ROW_LANES, SCAN_BLOCK } from './cuda-launches.ts';

const { over, scan, run } = launcherOf(import.meta.url, 'transpose');

const sizesOf = ({ matrices: { A } }: MatrixContext) => ({
  rows: A?.shape.rows ?? 0,
  cols: A?.shape.cols ?? 0,
  entries: A?.nnz ?? 0,
});

function* symbolic(context: MatrixContext): KernelSteps<'cuda', FoundPattern> {
  const { rows, cols, entries } = sizesOf(context);
  const [rowStart, colIndex] = ['A.rowStart', 'A.colIndex'] as const;
  const [start, columns] = ['C.rowStart', 'C.colIndex'] as const;
  const [list, place, cursor] = ['work.list', 'work.place', 'work.cursor'] as const;
  const blocks = Math.ceil(cols / SCAN_BLOCK);
  yield { do: 'bound', bytes: 8 * entries + 4 * (cols + blocks) };
  yield { do: 'allocate', name: place, element: 'i32', length: entries };
  yield { do: 'allocate', name: list, element: 'i32', length: entries };
  yield { do: 'allocate', name: cursor, element: 'i32', length: cols };
  yield { do: 'allocate', name: 'work.sums', element: 'i32', length: blocks };
  yield { do: 'allocate', name: columns, element: 'i32', length: entries };
  yield* run([
    ...over('clear', cols + 1, { counts: start, cursor, length: cols }),
    ...over('count', entries, { colIndex, counts: start, entries }),
    ...scan(start, cols),
    ...over('list', ROW_LANES * rows, { rowStart, colIndex, start, cursor, list, rows }),
    ...over('place', ROW_LANES * rows, { rowStart, colIndex, start, list, place, columns, rows }),
  ]);
  for (const name of [list, cursor, 'work.sums'] as const) yield { do: 'release', name };
  return { nnz: entries };
}

/**
 * C ← Aᵀ: rows of A are listed by columns as atomic counters let them, then each entry counts those before it, so that the result does not depend on them. Time of a column of n entries: n². Work: 8 bytes an entry and 4 a column, of which 4 an
 * entry stay. New values are moved without any of that.
 */
export const cudaTranspose: MatrixKernel<'cuda', Record<never, never>> = {
  kind: 'matrix-kernel',
  id: 'cuda/transpose-csr',
  operation: 'transpose',
  formats: { A: 'csr', C: 'csr' },
  target: 'cuda',
  title: 'Lists of rows by columns, in which entries count',
  sources: [],
  precisions: [
    { precision: 'f64', accumulator: 'f64' },
    { precision: 'f32', accumulator: 'f32' },
  ],
  reproducibility: 'bitwise',
  requires: [],
  params: NO_PARAMS,
  symbolic,
  *numeric(context) {
    const { entries } = sizesOf(context);
    const { precision } = context.precision;
    const given = { values: 'A.values', place: 'work.place', moved: 'C.values', entries } as const;
    yield* run(over(`values_${precision}`, entries, given));
  },
};
