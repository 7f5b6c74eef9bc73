import type { Axis, StoredMatrixHeader } from '@spmv/core';

/** Threads that share a row. More than 8 of 256 would leave fewer than the 32 neighbouring rows that a load wants. */
export const threadsPerRowAxis: Axis<number> = {
  values: [2, 4, 8],
  default: 2,
  doc: "Threads per row (the papers' T, the τ of Sliced ELLPACK).",
};

/** Threads in flight below which a large device is not full. */
const FILLING_THREADS = 2 ** 18;

/** More threads the longer the mean row, and while the rows alone do not fill the device. */
export function suggestThreadsPerRow({ nnz, shape }: StoredMatrixHeader): number {
  const mean = nnz / Math.max(1, shape.rows);
  let threads = 2;
  while (threads < 8 && (threads * 16 <= mean || (threads * shape.rows < FILLING_THREADS && threads * 2 <= mean)))
    threads *= 2;
  return threads;
}
