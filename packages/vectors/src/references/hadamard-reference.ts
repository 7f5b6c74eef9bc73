import type { Problem, Reference } from '@spmv/core';
import { sumReference } from '@spmv/core';
import { endingOf } from '../endings.ts';
import { combination, rounded } from './combination.ts';

/** y, and the sum over it. */
export function hadamardReference({ options, buffers, precision }: Problem): Readonly<Record<string, Reference>> {
  const { d, x } = buffers;
  if (!d || !x) throw new RangeError('a product of vectors needs d and x');
  const other = rounded(precision, x);
  const y = combination(precision, x.length, [{ factor: rounded(precision, d), of: other }]);
  return endingOf(options, 'none') === 'none' ? { y } : { y, s: sumReference(y, other) };
}
