import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  p: ValueArray;
  a: ValueArray;
  c: ValueArray;
  b: ValueArray;
  x: ValueArray;
  r: ValueArray;
  d?: ValueArray;
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Blocks begin..end of x ← x + (a/c)p, p ← r + (b/a)p, or d ∘ r + (b/a)p. */
export function conjugate(args: JsArguments<Operands>): void {
  const { p, x, r, d, numbers, sizes, begin, end } = args;
  const before = args.a[0] as number;
  const step = finite(before / (args.c[0] as number));
  const share = finite((args.b[0] as number) / before);
  const size = numbers['blockSize'] as number;
  const past = Math.min(sizes['n'] as number, end * size);
  for (let i = begin * size; i < past; i++) {
    const along = p[i] as number;
    if (step !== 0) x[i] = (x[i] as number) + step * along;
    const residual = d === undefined ? (r[i] as number) : (d[i] as number) * (r[i] as number);
    p[i] = share === 0 ? residual : residual + share * along;
  }
}
