import type { JsArguments, ValueArray } from '@spmv/core';

/** What the passes of the probe are given. */
type ProbeArguments = JsArguments<{
  readonly x: ValueArray;
  readonly y: ValueArray;
  readonly alpha: number;
  readonly beta: number;
}>;

/** The sum of each worker of the range is 0. */
export function clearSums({ scratch, begin, end }: ProbeArguments): void {
  scratch['sums']?.fill(0, begin, end);
}

/** y ← αx + βy, and the worker's own sum of x. */
export function addOwn({ scratch, worker, x, y, alpha, beta, begin, end }: ProbeArguments): void {
  const sums = scratch['sums'] as Float64Array;
  for (let i = begin; i < end; i++) {
    sums[worker] = sums[worker] + x[i];
    y[i] = alpha * x[i] + (beta === 0 ? 0 : beta * y[i]);
  }
}

/** y ← α · sum of all workers + βy, in a pass that sets β to 1. */
export function addAll({ scratch, workers, y, alpha, beta, begin, end }: ProbeArguments): void {
  const sums = scratch['sums'] as Float64Array;
  let sum = 0;
  for (let w = 0; w < workers; w++) sum += sums[w];
  for (let i = begin; i < end; i++) y[i] = alpha * sum + (beta === 0 ? 0 : beta * y[i]);
}
