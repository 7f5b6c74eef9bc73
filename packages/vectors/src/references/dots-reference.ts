import type { Problem, Reference } from '@spmv/core';
import { sumReference } from '@spmv/core';
import { endingOf, sumsOf } from '../endings.ts';
import { exactReference, rounded } from './combination.ts';

/** The sums. */
export function dotsReference({ options, buffers, precision }: Problem): Readonly<Record<string, Reference>> {
  const { x, z } = buffers;
  if (!x) throw new RangeError('sums need x');
  const of = exactReference(precision, rounded(precision, x));
  const sums = sumsOf(endingOf(options, 'dot'));
  return {
    ...(sums.includes('s') && z ? { s: sumReference(of, rounded(precision, z)) } : {}),
    ...(sums.includes('t') ? { t: sumReference(of) } : {}),
  };
}
