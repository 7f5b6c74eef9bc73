import type { Precision, ValueArray } from '@spmv/core';
import type { Facts } from '../system/facts.ts';
import { largestOf, shift } from './scale.ts';

/** Beside numbers of x0 that are larger, where A and b are about 1, b is lost, and squares soon leave the range. */
const MOST = { f64: 1e140, other: 1e16 };

/** Where a method begins. */
interface Beginning {
  /** As it is given back. */
  readonly begin: Float64Array;
  /** In the numbers of the method. */
  readonly start: Float64Array;
}

/** x ← that of `of`, or 0, in what no product reads: rounding may have made anything of it. */
export function setUnread<X extends ValueArray>({ unread = [] }: Facts, x: X, of?: Float64Array): X {
  for (const j of unread) x[j] = of?.[j] ?? 0;
  return x;
}

/**
 * From x0, but from 0 where it leaves the range, in what no product reads, and for b = 0, which no iteration reaches exactly. `size` is ‖b‖, and `xExponent` brings x0 into the numbers of the method.
 */
export function beginningOf(
  facts: Facts,
  x0: ArrayLike<number> | undefined,
  { size, xExponent }: { readonly size: number; readonly xExponent: number },
  precision: Precision,
): Beginning {
  const none = new Float64Array(facts.shape.cols);
  if (!x0) return { begin: none, start: none };
  const start = setUnread(facts, shift(x0, xExponent));
  const most = precision === 'f64' ? MOST.f64 : MOST.other;
  const begin = Float64Array.from(x0);
  if (size > 0 && largestOf(start) * Math.max(1, facts.largest ?? 1) <= most) return { begin, start };
  return { begin: setUnread(facts, none.slice(), begin), start: none };
}
