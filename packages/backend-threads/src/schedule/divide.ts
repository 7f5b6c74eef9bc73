import type { NamedArrays, Partition } from '@spmv/core';
import type { ThreadsParams } from './launch-params.ts';

/** Most ranges one pass is divided into. */
const MAX_RANGES = 2 ** 20;
const CHUNKS_PER_THREAD = 16;
const LEAST_SHARE = 1e-6;

/** Boundaries of the ranges of a pass, 0 … count, by arrays of the operator or by those that are in `memory` under their full names; `bounds[r]` = `bounds[r + 1]` is an empty range. */
export function divide(
  partition: Partition,
  arrays: Readonly<Record<string, NamedArrays>>,
  params: ThreadsParams,
  memory: NamedArrays = {},
): Int32Array {
  const { count } = partition;
  const { threads, schedule } = params;
  if (count === 'workers') return evenly(threads, threads);
  if (schedule === 'dynamic') return evenly(count, Math.min(MAX_RANGES, chunksOf(count, params)));
  const work = schedule === 'balanced' ? findWork(partition, arrays, memory) : undefined;
  return work ? byWork(work, count, threads) : evenly(count, threads);
}

/** What the range of each thread is of all work, as far as `partition.work` and units tell: equal shares where threads take chunks as they come. Above 0. */
export function sharesOf(
  bounds: Int32Array,
  partition: Partition,
  arrays: Readonly<Record<string, NamedArrays>>,
  { threads, schedule }: ThreadsParams,
  memory: NamedArrays = {},
): Float64Array {
  const shares = new Float64Array(threads).fill(1 / threads);
  if (partition.count === 'workers' || schedule === 'dynamic') return shares;
  const work = findWork(partition, arrays, memory);
  const cost = (r: number): number => (work?.[bounds[r] as number] ?? 0) + (bounds[r] as number);
  const total = cost(threads) - cost(0);
  // A thread without units still takes a moment.
  return total > 0 ? shares.map((_, r) => Math.max(LEAST_SHARE, (cost(r + 1) - cost(r)) / total)) : shares;
}

function chunksOf(count: number, { chunk, threads }: ThreadsParams): number {
  return Math.max(1, chunk > 0 ? Math.ceil(count / chunk) : Math.min(count, threads * CHUNKS_PER_THREAD));
}

/** `ranges` ranges of count / ranges units, rounded so that none is more than one unit longer than another. */
function evenly(count: number, ranges: number): Int32Array {
  return Int32Array.from({ length: ranges + 1 }, (_, r) => Math.round((count / ranges) * r));
}

/**
 * Ranges of equal work, where unit i costs work[i + 1] − work[i] and one more for itself: a row without entries is still written.
 * Boundary r is the first unit that r / ranges of all work does not reach.
 */
function byWork(work: ArrayLike<number>, count: number, ranges: number): Int32Array {
  const first = work[0] as number;
  const cost = (i: number): number => (work[i] as number) - first + i;
  const total = cost(count);
  const bounds = new Int32Array(ranges + 1);
  for (let r = 1; r < ranges; r++) {
    const wanted = (total / ranges) * r;
    let low = bounds[r - 1] as number;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (cost(middle) < wanted) low = middle + 1;
      else high = middle;
    }
    // The nearer of the two boundaries beside the wanted point.
    bounds[r] = low > (bounds[r - 1] as number) && wanted - cost(low - 1) < cost(low) - wanted ? low - 1 : low;
  }
  bounds[ranges] = count;
  return bounds;
}

/** What tells the work of units, where something does. */
function findWork(
  { work }: Partition,
  arrays: Readonly<Record<string, NamedArrays>>,
  memory: NamedArrays,
): ArrayLike<number> | undefined {
  if (work === undefined) return undefined;
  const dot = work.indexOf('.');
  return memory[work] ?? arrays[work.slice(0, dot)]?.[work.slice(dot + 1)];
}
