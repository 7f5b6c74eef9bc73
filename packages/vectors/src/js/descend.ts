import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  q: ValueArray;
  a: ValueArray;
  c: ValueArray;
  r: ValueArray;
  d?: ValueArray;
}

/** Blocks begin..end of r ← r − (a/c)q; t ← rᵀr, s ← rᵀ(d ∘ r). */
export function descend(args: JsArguments<Operands>): void {
  const { q, r, d, scratch, numbers, sizes, begin, end } = args;
  const quotient = (args.a[0] as number) / (args.c[0] as number);
  const step = Number.isFinite(quotient) ? quotient : 0;
  const sums = scratch['sums'] as Float64Array;
  const size = numbers['blockSize'] as number;
  const n = sizes['n'] as number;
  for (let block = begin; block < end; block++) {
    const past = Math.min(n, (block + 1) * size);
    let dot = 0;
    let norm = 0;
    for (let i = block * size; i < past; i++) {
      const result = step === 0 ? (r[i] as number) : (r[i] as number) - step * (q[i] as number);
      r[i] = result;
      if (d !== undefined) dot += result * ((d[i] as number) * result);
      norm += result * result;
    }
    sums[2 * block] = dot;
    sums[2 * block + 1] = norm;
  }
}
