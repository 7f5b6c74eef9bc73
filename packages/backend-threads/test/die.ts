// A JavaScript kernel that ends, breaks or delays the worker it runs in. Loaded by module URL; the calling thread only waits.
import type { JsSpmvArguments } from '@spmv/core';
import process from 'node:process';
import { isMainThread } from 'node:worker_threads';

export function exits(args: JsSpmvArguments): void {
  if (!isMainThread) process.exit(3);
  args.y.fill(1, args.begin, args.end);
}

export function throws(args: JsSpmvArguments): void {
  if (!isMainThread) throw new RangeError('row 7 is out of range');
  args.y.fill(1, args.begin, args.end);
}

/** Slower in workers, so that the caller waits long enough to sleep. */
export function slow(args: JsSpmvArguments): void {
  const until = performance.now() + (isMainThread ? 0 : 30);
  while (performance.now() < until);
  args.y.fill(1, args.begin, args.end);
}
