import type { WorkerTimes } from '@spmv/core';

/** Bytes between the sums of two threads: processors move (and prefetch) whole lines. */
const LINE_BYTES = 128;
const STRIDE = LINE_BYTES / Float64Array.BYTES_PER_ELEMENT;

/** Bytes of the sums of a team: the milliseconds that each of its threads has computed, in shared memory. Each writes its own. */
export function busyBytes(team: number): number {
  return team * LINE_BYTES;
}

/** The sums of a team at `address` of a memory. */
export function busySums(buffer: ArrayBufferLike, address: number, team: number): Float64Array {
  return new Float64Array(buffer, address, team * STRIDE);
}

/** `work`, which adds the time that it takes to the sum of a thread: the thread that did it, also of the part of another. */
export function timed<Args extends readonly unknown[]>(
  work: (...args: Args) => void,
  sums: Float64Array,
  thread: number,
  now: () => number = () => performance.now(),
): (...args: Args) => void {
  const place = thread * STRIDE;
  return (...args) => {
    const begin = now();
    work(...args);
    sums[place] = (sums[place] as number) + now() - begin;
  };
}

/** What the threads of a team did in products that took `elapsedMs` together. */
export function workerTimesOf(sums: Float64Array, elapsedMs: number): readonly WorkerTimes[] {
  return Array.from({ length: sums.length / STRIDE }, (_, thread) => {
    const busyMs = sums[thread * STRIDE] as number;
    return { busyMs, waitMs: Math.max(0, elapsedMs - busyMs) };
  });
}
