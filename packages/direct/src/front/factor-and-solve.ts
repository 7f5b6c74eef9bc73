import type { CooMatrix, SpmvError } from '@spmv/core';
import { checkOptions, isSpmvError } from '@spmv/core';
import type { RefinedSolution } from '../refine/refine.ts';
import { refined } from '../refine/refine.ts';
import type { Slices } from '../slices.ts';
import type { Factors } from './factors.ts';
import { solvedBy } from './factors.ts';
import type { FactorOptions } from './options.ts';
import { FACTOR_RULES } from './options.ts';
import type { Way } from './ways.ts';
import { createFactoring, waysOf } from './ways.ts';

/** Factors, and a solution by them. */
export interface FactoredSolution extends RefinedSolution {
  readonly factors: Factors;
  /** Ways that failed or left more than rounding, with the reason. */
  readonly before: readonly string[];
}

/** A backward error of so many roundings is that of a stable method. */
export const STABLE: number = 10 * 2 ** -53;
/** Why a way is followed by the next one. LU that meets no pivot has none by other ways. */
const NEXT: ReadonlySet<string> = new Set([
  'SOLVER.NOT_POSITIVE_DEFINITE',
  'SOLVER.SINGULAR',
  'SOLVER.GROWTH',
  'FORMAT.OUT_OF_MEMORY',
]);

function nameOf({ method, threshold, isTransposed }: Way): string {
  return method === 'lu' ? `lu${isTransposed ? ' of Aᵀ' : ''} with threshold ${threshold}` : method;
}

/**
 * Factors A and solves Ax = b, refined, by one way after another until one leaves a componentwise backward error of 10·2⁻⁵³ or less: LLᵀ, LDLᵀ, LU that prefers the diagonal, LU with the largest pivots, and LU of Aᵀ, which
 * chooses pivots among columns, where elements grow otherwise. The best of them is given.
 *
 * Errors: `OPERAND.MATRIX`, `SOLVER.NOT_FINITE`, `SOLVER.SINGULAR`, `SOLVER.NOT_POSITIVE_DEFINITE` where LLᵀ was asked for, `SOLVER.GROWTH`, `SOLVER.UNFIT` beyond `mostProducts`, `FORMAT.OUT_OF_MEMORY`, `PARAM.*`.
 * Source: N. J. Higham, Accuracy and stability of numerical algorithms, 2002, sections 9.4 and 12.2.
 */
export function* factorAndSolve(
  coo: CooMatrix,
  b: Float64Array,
  options: FactorOptions = {},
): Slices<FactoredSolution> {
  checkOptions('factor', options, FACTOR_RULES);
  const factoring = createFactoring(coo, options);
  const ways = waysOf(coo, options);
  const before: string[] = [];
  let best: Omit<FactoredSolution, 'before'> | undefined;
  /** LDLᵀ tells a rank from rounding; LU, for which no pivot is too small, does not. */
  let singular: SpmvError | undefined;
  for (const [at, way] of ways.entries()) {
    const isLast = at === ways.length - 1;
    let factors: Factors;
    try {
      factors = yield* factoring(way);
    } catch (error) {
      const isNext =
        isSpmvError(error) && NEXT.has(error.code) && !(way.method === 'lu' && error.code !== 'SOLVER.GROWTH');
      if (best && isSpmvError(error)) before.push(`${nameOf(way)}: ${error.message}`);
      else if (isNext && !isLast) before.push(`${nameOf(way)}: ${error.message}`);
      else
        throw isSpmvError(error, 'SOLVER.SINGULAR') && error.details['structural'] !== true
          ? (singular ?? error)
          : error;
      if (isSpmvError(error, 'SOLVER.SINGULAR')) singular ??= error;
      if (isNext) continue;
      break;
    }
    const found = refined(coo, b, solvedBy(factors, options.fronts).solve);
    yield at;
    if (!best || found.componentwise < best.componentwise || Number.isNaN(best.componentwise))
      best = { ...found, factors };
    if (found.componentwise <= STABLE) break;
    before.push(`${nameOf(way)}: a backward error of ${found.componentwise.toExponential(1)}`);
  }
  return { ...(best as Omit<FactoredSolution, 'before'>), before };
}
