import type { Problem, Reference } from '@spmv/core';
import type { Term } from './combination.ts';
import { coefficientOf, combination, ONE, rounded } from './combination.ts';

/** x and p after a step. */
export function advanceReference({ buffers, precision }: Problem): Readonly<Record<string, Reference>> {
  const { p, a, x, r, b } = buffers;
  if (!p || !a || !x || !r || !b) throw new RangeError('a step needs p, a, x, r and b');
  const direction = rounded(precision, p);
  const along = (factor: number): readonly Term[] => {
    const coefficient = coefficientOf(precision, 1, factor);
    return coefficient ? [{ factor: coefficient, of: direction }] : [];
  };
  return {
    x: combination(precision, x.length, [{ factor: ONE, of: rounded(precision, x) }, ...along(a[0] as number)]),
    p: combination(precision, p.length, [{ factor: ONE, of: rounded(precision, r) }, ...along(b[0] as number)]),
  };
}
