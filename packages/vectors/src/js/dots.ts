import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  x: ValueArray;
  z?: ValueArray;
  s?: ValueArray;
  t?: ValueArray;
}

/** xᵀz and xᵀx of blocks begin..end into scratch, as far as they are wanted. Sums in f64. */
export function dots(args: JsArguments<Operands>): void {
  const { x, z, scratch, numbers, sizes, begin, end } = args;
  const sums = scratch['sums'] as Float64Array;
  const size = numbers['blockSize'] as number;
  const n = sizes['n'] as number;
  const squares = args.t !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const value = x[i] as number;
      if (z !== undefined) dot += value * (z[i] as number);
      if (squares) norm += value * value;
    }
    sums[2 * block] = dot;
    sums[2 * block + 1] = norm;
  }
}
