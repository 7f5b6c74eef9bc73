import type { JsArguments, ValueArray } from '@spmv/core';

/** The sums of all blocks, in their order: of numbers with so many components. */
export function total({ scratch, numbers, s, t }: JsArguments<{ s?: ValueArray; t?: ValueArray }>): void {
  const sums = scratch['sums'] as Float64Array;
  const components = numbers['components'];
  const step = 2 * components;
  const length = step * numbers['blocks'];
  for (let part = 0; part < components; part++) {
    let dot = 0;
    let norm = 0;
    for (let at = part; at < length; at += step) {
      dot += sums[at];
      norm += sums[at + components];
    }
    if (s !== undefined) s[part] = dot;
    if (t !== undefined) t[part] = norm;
  }
}
