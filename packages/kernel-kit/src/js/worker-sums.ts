import type { JsSpmvArguments } from '@spmv/core';

/** As in assembly/worker-sums.ts, and in src/scatter-kernel.ts. */
const BLOCK = 512;
const TOUCHED = 16;

/** First pass, for workers begin..end: no sums yet; those of the product before are zeroed. */
export function clearSums({ scratch, numbers, begin, end }: JsSpmvArguments): void {
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Int32Array;
  const stride = numbers['stride'];
  for (let w = begin; w < end; w++) {
    const first = touched[TOUCHED * w];
    const last = touched[TOUCHED * w + 1];
    if (last > first) sums.fill(0, w * stride + first, w * stride + last);
    touched[TOUCHED * w] = 0x7fffffff;
    touched[TOUCHED * w + 1] = 0;
  }
}

/** Last pass, over elements begin..end of y: the sums of all workers in their order, so that results repeat. */
export function reduceSums(args: JsSpmvArguments): void {
  const { scratch, numbers, y, worker, workers, alpha, beta, begin, end } = args;
  const sums = scratch['sums'] as Float64Array;
  const touched = scratch['touched'] as Int32Array;
  const stride = numbers['stride'];
  const block = (worker + 1) * stride - BLOCK;
  for (let from = begin; from < end; from += BLOCK) {
    const to = Math.min(from + BLOCK, end);
    sums.fill(0, block, block + to - from);
    for (let w = 0; w < workers; w++) {
      const first = Math.max(from, touched[TOUCHED * w]);
      const last = Math.min(to, touched[TOUCHED * w + 1]);
      const own = w * stride;
      const place = block - from;
      for (let j = first; j < last; j++) sums[place + j] = sums[place + j] + sums[own + j];
    }
    for (let j = from; j < to; j++) {
      const sum = sums[block + j - from];
      y[j] = beta === 0 ? alpha * sum : alpha * sum + beta * y[j];
    }
  }
}
