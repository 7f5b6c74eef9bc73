import type { Axis, KernelContext } from '@spmv/core';

/** Threads that share a row. */
export const threadsPerRowAxis: Axis<number> = {
  values: [2, 4, 8, 16, 32],
  default: 4,
  doc: "Threads per row (the papers' T).",
};

/** With fewer threads in flight than this, a device of this class is not full: more threads per row then hide more latency. */
const FILLING_THREADS = 2 ** 16;

/**
 * About a quarter of the mean row, so that each thread has a few independent loads; more when the rows alone do not fill the device.
 * `each` is what one load of a thread brings.
 */
export function suggestThreadsPerRow({ matrix }: KernelContext, each = 1): number {
  const mean = matrix.nnz / Math.max(1, matrix.shape.rows) / each;
  let threads = 2;
  while (threads < 32 && threads * 8 <= mean) threads *= 2;
  while (threads < 32 && threads * 2 <= mean && threads * matrix.shape.rows < FILLING_THREADS) threads *= 2;
  return threads;
}

/** Threads that a large device has at once. */
const MANY_THREADS = 2 ** 18;

/**
 * Whether a thread of a row loads four entries before it waits for the first (`fourAhead` of csr-row.wgsl): where there are too few threads to hide one
 * another's waits. Beyond that it costs registers, and threads with them.
 */
export function loadsFourAhead({ matrix }: KernelContext, threadsPerRow: number): boolean {
  return threadsPerRow * matrix.shape.rows < MANY_THREADS;
}
