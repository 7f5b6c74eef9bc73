import type { CooMatrix, StoredMatrix } from '@spmv/core';
import type { LaneRows } from './step-why.ts';
import type { Taught } from './taught.ts';

/** Kernels in which thread t works on row ⌊t / T⌋, T lanes a row, in the order in which the format has its rows. */
const BY_ROWS: ReadonlySet<string> = new Set(['csr-scalar', 'csr-vector', 'ellpack-r', 'ellr-t', 'sell']);

/** Which row each thread of a kernel has; undefined for kernels that divide their work otherwise. ELLPACK's lanes all go on to its width. */
export function laneRows(
  { name, params }: Taught,
  coo: CooMatrix,
  stored: StoredMatrix,
  firstRow: number,
): LaneRows | undefined {
  if (!BY_ROWS.has(name)) return undefined;
  const { rows } = coo.shape;
  const perRow = typeof params['threadsPerRow'] === 'number' ? params['threadsPerRow'] : 1;
  const { rowOrder } = stored.arrays;
  const lengths = new Uint32Array(rows);
  for (const row of coo.rowIndex) lengths[row] = (lengths[row] as number) + 1;
  const rowOf = (thread: number): number => {
    const place = Math.floor(thread / perRow);
    return place < rows && rowOrder ? Number(rowOrder[place]) : place;
  };
  return {
    rows,
    firstRow,
    rowOf,
    workOf: (thread) => Math.max(0, Math.ceil(((lengths[rowOf(thread)] ?? 0) - (thread % perRow)) / perRow)),
    blockSize: Number(params['blockSize']),
  };
}
