import type { JsArguments, ValueArray } from '@spmv/core';
import { follow } from './direction.ts';

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
  const size = numbers['blockSize'] as number;
  const past = Math.min(sizes['n'] as number, end * size);
  follow({ p, x, r, first: begin * size, past }, args.a[0] as number, args.b[0] as number);
}
