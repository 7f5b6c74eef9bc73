import type { JsArguments, ValueArray } from '@spmv/core';
import { follow } from './direction.ts';

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
  follow({ ...(d === undefined ? {} : { d }), p, x, r, first: begin * size, past }, step, share);
}
