import type { JsArguments, ValueArray } from '@spmv/core';

/** The sums of all blocks, in their order. */
export function total({ scratch, numbers, s, t }: JsArguments<{ s?: ValueArray; t?: ValueArray }>): void {
  const sums = scratch['sums'] as Float64Array;
  const blocks = numbers['blocks'];
  let dot = 0;
  let norm = 0;
  for (let block = 0; block < blocks; block++) {
    dot += sums[2 * block];
    norm += sums[2 * block + 1];
  }
  if (s !== undefined) s[0] = dot;
  if (t !== undefined) t[0] = norm;
}
