import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  p: ValueArray;
  a: ValueArray;
  x: ValueArray;
  r: ValueArray;
  b: ValueArray;
}

interface Divided extends Operands {
  c: ValueArray;
  d?: ValueArray;
}

const finite = (value: number): number => (Number.isFinite(value) ? value : 0);

/** Blocks begin..end of x ← x + step·p, p ← r + share·p, or d ∘ r + share·p; p is not seen where its factor is 0. */
function follow(args: JsArguments<Operands>, d: ValueArray | undefined, step: number, share: number): void {
  const { p, x, r, numbers, sizes, begin, end } = args;
  const size = numbers['blockSize'] as number;
  const past = Math.min(sizes['n'] as number, end * size);
  for (let i = begin * size; i < past; i++) {
    const along = p[i] as number;
    if (step !== 0) x[i] = (x[i] as number) + step * along;
    const residual = d === undefined ? (r[i] as number) : (d[i] as number) * (r[i] as number);
    p[i] = share === 0 ? residual : residual + share * along;
  }
}

/** Blocks begin..end of x ← x + ap, p ← r + bp. */
export function advance(args: JsArguments<Operands>): void {
  follow(args, undefined, args.a[0] as number, args.b[0] as number);
}

/** Blocks begin..end of x ← x + (a/c)p, p ← r + (b/a)p, or d ∘ r + (b/a)p. */
export function conjugate(args: JsArguments<Divided>): void {
  const before = args.a[0] as number;
  const [step, share] = [finite(before / (args.c[0] as number)), finite((args.b[0] as number) / before)];
  follow(args, args.d, step, share);
}
