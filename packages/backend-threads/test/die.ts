// JavaScript kernels that end, break or delay the workers they run in. Loaded by module URL. The calling thread waits inside its own part
// until the two workers have begun theirs, so that it cannot compute them itself.
import type { JsSpmvArguments } from '@spmv/core';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

const WORKERS = 2;

/** Says that a worker has begun; keeps the caller until all have. `gate` is of shared memory. */
function meet({ auxiliary }: JsSpmvArguments): void {
  const gate = auxiliary['gate'] as Int32Array;
  if (!isMainThread) Atomics.add(gate, 0, 1);
  else while (Atomics.load(gate, 0) < WORKERS);
}

export function exits(args: JsSpmvArguments): void {
  meet(args);
  if (!isMainThread) process.exit(3);
  args.y.fill(1, args.begin, args.end);
}

export function throws(args: JsSpmvArguments): void {
  meet(args);
  if (!isMainThread) throw new RangeError('row 7 is out of range');
  args.y.fill(1, args.begin, args.end);
}

/** Slower in workers, so that the caller waits long enough to sleep. */
export function slow(args: JsSpmvArguments): void {
  meet(args);
  const until = performance.now() + (isMainThread ? 0 : 30);
  while (performance.now() < until);
  args.y.fill(1, args.begin, args.end);
}
