import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  x: ValueArray;
  a: ValueArray;
  y: ValueArray;
  b: ValueArray;
  z?: ValueArray;
  s?: ValueArray;
  t?: ValueArray;
  alpha: number;
  beta: number;
}

/** Blocks begin..end of y ← (αa)x + (βb)y; after each its yᵀz and yᵀy are in scratch, where they are wanted. Sums in f64. */
export function linear(args: JsArguments<Operands>): void {
  const { x, y, z, scratch, numbers, sizes, begin, end } = args;
  const a = args.a[0] as number;
  const b = args.b[0] as number;
  const { alpha, beta } = args;
  const readsX = alpha !== 0 && a !== 0;
  const readsY = beta !== 0 && b !== 0;
  const ofX = alpha * a;
  const ofY = beta * b;
  const sums = scratch['sums'] as Float64Array;
  const size = numbers['blockSize'] as number;
  const n = sizes['n'] as number;
  const squares = args.t !== undefined;
  const summed = squares || z !== undefined;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const first = readsX ? ofX * (x[i] as number) : 0;
      const result = readsY ? first + ofY * (y[i] as number) : first;
      y[i] = result;
      if (z !== undefined) dot += result * (z[i] as number);
      if (squares) norm += result * result;
    }
    if (!summed) continue;
    sums[2 * block] = dot;
    sums[2 * block + 1] = norm;
  }
}
