import type { JsArguments, ValueArray } from '@spmv/core';

interface Operands {
  a: ValueArray;
  b: ValueArray;
  c: ValueArray;
  d: ValueArray;
  e: ValueArray;
  f: ValueArray;
  g: ValueArray;
  h: ValueArray;
  y: ValueArray;
}

/** y[first + k] ← the k-th number. */
export function gather({
  a,
  b,
  c,
  d,
  e,
  f,
  g,
  h,
  y,
  first,
  sizes,
}: JsArguments<Operands> & { readonly first: number }): void {
  const from = Math.trunc(first);
  for (const [k, number] of [a, b, c, d, e, f, g, h].entries()) {
    const at = from + k;
    if (at >= 0 && at < (sizes['n'] as number)) y[at] = number[0] as number;
  }
}
