import type { Problem, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { sumReference } from '@spmv/core/oracle';
import type { VectorFactor, VectorPass } from '@spmv/kernel-kit';
import type { Coefficient, Term } from './combination.ts';
import { coefficientOf, combination, exactReference, ONE, quotientOf, rounded } from './combination.ts';
import { weightedSquares } from './weighted-squares.ts';

/** What a pass writes. */
export function passReference(
  { operation, first, by, weights, second, share, moved, step, into, other, squares, sums }: VectorPass,
  { buffers, scalars, precision }: Problem,
): Readonly<Record<string, Reference>> {
  const given = (letter: string): ValueArray => {
    const found = buffers[letter];
    if (!found) throw new RangeError(`${operation} needs ${letter}`);
    return found;
  };
  const vector = (letter: string): Float64Array => rounded(precision, given(letter));
  const coefficient = ({ of, over, times }: VectorFactor): Coefficient | undefined => {
    const [host, number] = [typeof times === 'string' ? (scalars[times] ?? 1) : (times ?? 1), given(of)[0]];
    return over === undefined
      ? coefficientOf(precision, host, number)
      : quotientOf(precision, host * number, given(over)[0]);
  };
  const along = (factor: VectorFactor | undefined): readonly Term[] => {
    const found = factor && coefficient(factor);
    return found && second !== undefined ? [{ factor: found, of: vector(second) }] : [];
  };
  const start = weights === undefined ? (by ? coefficient(by) : ONE) : vector(weights);
  const terms = [...(start ? [{ factor: start, of: vector(first) }] : []), ...along(share)];
  const result =
    into === undefined ? exactReference(precision, vector(first)) : combination(precision, given(into).length, terms);
  return {
    ...(into === undefined ? {} : { [into]: result }),
    ...(moved === undefined
      ? {}
      : { [moved]: combination(precision, result.high.length, [{ factor: ONE, of: vector(moved) }, ...along(step)]) }),
    ...(other === undefined ? {} : { s: sumReference(result, vector(other)) }),
    ...(squares === undefined ? {} : { s: weightedSquares(result, vector(squares)) }),
    ...(sums.includes('t') ? { t: sumReference(result) } : {}),
  };
}
