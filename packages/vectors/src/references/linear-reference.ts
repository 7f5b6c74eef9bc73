import type { Problem, Reference } from '@spmv/core';
import { sumReference } from '@spmv/core';
import { endingOf, sumsOf } from '../endings.ts';
import type { Term } from './combination.ts';
import { coefficientOf, combination, rounded } from './combination.ts';

/** y, and the sums over it. */
export function linearReference({
  options,
  buffers,
  scalars,
  precision,
}: Problem): Readonly<Record<string, Reference>> {
  const { x, a, y, b, z } = buffers;
  const { alpha = 1, beta = 1 } = scalars;
  if (!x || !a || !y || !b) throw new RangeError('a sum of vectors needs x, a, y and b');
  const ofX = coefficientOf(precision, alpha, a[0] as number);
  const ofY = coefficientOf(precision, beta, b[0] as number);
  const terms: Term[] = [];
  if (ofX) terms.push({ factor: ofX, of: rounded(precision, x) });
  if (ofY) terms.push({ factor: ofY, of: rounded(precision, y) });
  const result = combination(precision, y.length, terms);
  const sums = sumsOf(endingOf(options, 'none'));
  return {
    y: result,
    ...(sums.includes('s') && z ? { s: sumReference(result, rounded(precision, z)) } : {}),
    ...(sums.includes('t') ? { t: sumReference(result) } : {}),
  };
}
