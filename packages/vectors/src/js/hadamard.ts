import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  d: ValueArray;
  x: ValueArray;
  y: ValueArray;
  s?: ValueArray;
}

/** Blocks begin..end of y ← d ∘ x; after each its yᵀx is in scratch, where it is wanted. Sums in f64. */
export function hadamard(args: JsArguments<Operands>): void {
  const { d, x, y, scratch, numbers, sizes, begin, end } = args;
  const sums = scratch['sums'] as Float64Array;
  const size = numbers['blockSize'] as number;
  const n = sizes['n'] as number;
  const summed = args.s !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    for (let i = block * size; i < past; i++) {
      const other = x[i] as number;
      const result = (d[i] as number) * other;
      y[i] = result;
      if (summed) dot += result * other;
    }
    if (!summed) continue;
    sums[2 * block] = dot;
    sums[2 * block + 1] = 0;
  }
}
