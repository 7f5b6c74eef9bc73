import type { Problem, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { joinedParts, sumReference } from '@spmv/core/oracle';
import type { VectorFactor, VectorPass } from '@spmv/kernel-kit';
import { hasPairs } from '@spmv/kernel-kit';
import type { Term } from './combination.ts';
import { coefficientOf, combination, exactReference, ONE, quotientOf, rounded } from './combination.ts';
import type { Parts } from './pair-factors.ts';
import { conjugated, hostPair, pairAt, pairFactor, pairQuotientFactor, partsAlone, termsOf } from './pair-factors.ts';
import type { Pair } from './pair-numbers.ts';
import { weightedSquares } from './weighted-squares.ts';

/** What of the factors and sums of a pass depends on whether numbers are pairs. */
interface Arithmetic {
  /** A factor, part by part; without parts where what it multiplies is not seen. */
  factor(factor: VectorFactor, given: (letter: string) => ValueArray): Parts;
  weights(d: Float64Array): readonly Float64Array[];
  /** s ← zᴴy, or zᵀy. */
  dot(y: Reference, z: Float64Array, unconjugated: boolean): Reference;
  squares(y: Reference, d: Float64Array): Reference;
}

function realArithmetic({ scalars, precision }: Problem): Arithmetic {
  return {
    factor({ of, over, times }, given) {
      const [host, number] = [typeof times === 'string' ? (scalars[times] ?? 1) : (times ?? 1), given(of)[0]];
      const found =
        over === undefined
          ? coefficientOf(precision, host, number)
          : quotientOf(precision, host * number, given(over)[0]);
      return found ? [found] : [];
    },
    weights: (d) => [d],
    dot: (y, z) => sumReference(y, z),
    squares: weightedSquares,
  };
}

function pairArithmetic(problem: Problem): Arithmetic {
  const { precision } = problem;
  return {
    factor({ of, over, times = 1 }, given) {
      const [host, number]: readonly [Pair, Pair] = [
        typeof times === 'string' ? hostPair(problem, times) : [times, 0],
        pairAt(precision, given(of)),
      ];
      if (over === undefined) return pairFactor(host, number);
      return pairQuotientFactor(precision, [host[0] * number[0], host[0] * number[1]], pairAt(precision, given(over)));
    },
    weights: (d) => [partsAlone(d, 0), partsAlone(d, 1)],
    dot: (y, z, unconjugated) => sumReference(y, unconjugated ? conjugated(z) : z),
    squares: (y, d) => {
      const [real, imaginary] = [partsAlone(d, 0), partsAlone(d, 1)];
      return joinedParts(weightedSquares(y, real, imaginary), weightedSquares(y, imaginary, real));
    },
  };
}

/** What a pass writes. */
export function passReference(
  { operation, first, by, weights, second, share, moved, step, into, other, squares, sums, unconjugated }: VectorPass,
  problem: Problem,
): Readonly<Record<string, Reference>> {
  const { buffers, precision } = problem;
  const { factor, ...arithmetic } = hasPairs(precision) ? pairArithmetic(problem) : realArithmetic(problem);
  const given = (letter: string): ValueArray => {
    const found = buffers[letter];
    if (!found) throw new RangeError(`${operation} needs ${letter}`);
    return found;
  };
  const vector = (letter: string): Float64Array => rounded(precision, given(letter));
  const along = (by: VectorFactor | undefined): readonly Term[] =>
    by && second !== undefined ? termsOf(factor(by, given), vector(second)) : [];
  const start = weights === undefined ? (by ? factor(by, given) : [ONE]) : arithmetic.weights(vector(weights));
  const terms = [...termsOf(start, vector(first)), ...along(share)];
  const result =
    into === undefined ? exactReference(precision, vector(first)) : combination(precision, given(into).length, terms);
  return {
    ...(into === undefined ? {} : { [into]: result }),
    ...(moved === undefined
      ? {}
      : { [moved]: combination(precision, result.high.length, [...termsOf([ONE], vector(moved)), ...along(step)]) }),
    ...(other === undefined ? {} : { s: arithmetic.dot(result, vector(other), unconjugated ?? false) }),
    ...(squares === undefined ? {} : { s: arithmetic.squares(result, vector(squares)) }),
    ...(sums.includes('t') ? { t: sumReference(result) } : {}),
  };
}
