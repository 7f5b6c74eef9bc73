import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  p: ValueArray;
  a: ValueArray;
  x: ValueArray;
  r: ValueArray;
  b: ValueArray;
}

/** Blocks begin..end of x ← x + ap, p ← r + bp. */
export function advance(args: JsArguments<Operands>): void {
  const { p, x, r, numbers, sizes, begin, end } = args;
  const a = args.a[0] as number;
  const b = args.b[0] as number;
  const size = numbers['blockSize'] as number;
  const past = Math.min(sizes['n'] as number, end * size);
  for (let i = begin * size; i < past; i++) {
    const before = p[i] as number;
    if (a !== 0) x[i] = (x[i] as number) + a * before;
    p[i] = b === 0 ? (r[i] as number) : (r[i] as number) + b * before;
  }
}
