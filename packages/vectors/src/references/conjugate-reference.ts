import type { Problem, Reference } from '@spmv/core';
import type { Term } from './combination.ts';
import { combination, ONE, quotientOf, rounded } from './combination.ts';

/** x and p after a step. */
export function conjugateReference({ buffers, precision }: Problem): Readonly<Record<string, Reference>> {
  const { p, a, c, b, x, r, d } = buffers;
  if (!p || !a || !c || !b || !x || !r) throw new RangeError('a step needs p, a, c, b, x and r');
  const direction = rounded(precision, p);
  const along = (above: number, below: number): readonly Term[] => {
    const factor = quotientOf(precision, above, below);
    return factor ? [{ factor, of: direction }] : [];
  };
  const [before, pAp, now] = [a[0] as number, c[0] as number, b[0] as number];
  const residual: Term = { factor: d ? rounded(precision, d) : ONE, of: rounded(precision, r) };
  return {
    x: combination(precision, x.length, [{ factor: ONE, of: rounded(precision, x) }, ...along(before, pAp)]),
    p: combination(precision, p.length, [residual, ...along(now, before)]),
  };
}
