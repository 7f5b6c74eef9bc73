import type { CooMatrix } from '@spmv/core';
import { isSpmvError, shown, SpmvError } from '@spmv/core';
import { factorFronts } from '../frontal/factor.ts';
import { LU_DEFAULTS, luLimits } from '../lu/factor.ts';
import { refactorLu } from '../lu/refactor.ts';
import { conditionEstimate } from '../refine/forward-error.ts';
import { refined } from '../refine/refine.ts';
import { drained } from '../slices.ts';
import { compiledFronts } from '../symmetric/compiled-fronts.ts';
import { refactorCholesky } from '../symmetric/cholesky.ts';
import { factorIndefinite } from '../symmetric/indefinite.ts';
import { factorAndSolve, STABLE } from './factor-and-solve.ts';
import type { Factors } from './factors.ts';
import { factorsOf, solvedBy, solvedTogether } from './factors.ts';
import type { FactorOptions } from './options.ts';
import { finiteNumbers } from './numbers.ts';
import { takeTurns } from './take-turns.ts';
import { choleskyOf, codeOf, waysOf } from './ways.ts';

/** A factorization of A to solve with: everything is there at once, on the host, in f64. */
export interface Factorization extends Pick<Factors, 'method' | 'entries' | 'ordering' | 'pivots' | 'code'> {
  /** Rows and columns. */
  readonly n: number;
  /** The plain data of it, for the functions of `@spmv/direct`. */
  readonly factors: Factors;
  /**
   * x of Ax = b, n elements, refined to a backward error of rounding. Where these factors do not leave that of this b, A is factored by the ways that bear more, as `factorAndSolve` does, and the factors are kept; `method`
   * may be another then. x is the best of them: `backwardError` says how good. Several right-hand sides lie one after another, n numbers each, and so do their solutions. Reads b alone, and writes a new array.
   * Errors: `OPERAND.LENGTH`; `OPERAND.TYPE` for what is no number; `SOLVER.NOT_FINITE`; that of the last `update` where it failed.
   */
  solve(b: ArrayLike<number>): Float64Array;
  /** An estimate of ‖A‖₁‖A⁻¹‖₁. Some solutions. Errors: that of the last `update` where it failed. */
  condition(): number;
  /**
   * Factors other values of the same entries, in the order of the matrix (rows, then columns). LU keeps its pivots where they suit the new values, and searches again where they do not; what
   * does not fit the method any more is factored as `factor` would. Where the values have no factors, nothing is solved until others have; values that are no numbers change nothing.
   * Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `SOLVER.NOT_FINITE`, and those of `factor`.
   */
  update(values: ArrayLike<number>): void;
}

/** Numbers of b that give no x a reason to be special. */
function probeOf(n: number): Float64Array {
  return Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1) * (1 + (i % 7) / 7));
}

/** Factors of other values by the analysis and, of LU, the pivots there are. */
function again({ factor, isTransposed }: Factors, coo: CooMatrix, options: FactorOptions): Factors | undefined {
  const { fronts } = options;
  try {
    if (factor.kind === 'cholesky')
      return choleskyOf(refactorCholesky(factor, coo, fronts, options.maxBytes ?? LU_DEFAULTS.maxBytes), fronts);
    if (factor.kind === 'indefinite')
      return factorsOf(factorIndefinite(factor.analysis, coo, fronts), codeOf(fronts, 'rest'));
    if (factor.kind === 'frontal')
      return factorsOf(factorFronts(factor.analysis, coo, luLimits(options), fronts), codeOf(fronts, 'panel'));
    if (isTransposed) return undefined;
    refactorLu(factor, coo, fronts);
    return factorsOf(factor, codeOf(fronts, 'again'));
  } catch (error) {
    // Values that do not suit these factors, as those that are symmetric no more: whoever factors anew says what is wrong with them.
    if (isSpmvError(error)) return undefined;
    throw error;
  }
}

/** Errors: `OPERAND.LENGTH`, also of what has no elements: not everybody compiles. */
function checkWhole(
  name: string,
  given: ArrayLike<number> | undefined,
  isWhole: (length: number) => boolean,
  wanted: string,
): void {
  const length = given?.length;
  if (length !== undefined && isWhole(length)) return;
  const has = length === undefined ? `is ${shown(given)}` : `has ${length} elements`;
  throw new SpmvError('OPERAND.LENGTH', `${name} ${has}, and not ${wanted}.`, {
    fix: `Give ${name} ${wanted}.`,
    details: { name, length },
  });
}

/**
 * Factors a square matrix, to solve Ax = b for one b after another: LLᵀ, LDLᵀ or LU with pivots, the first that solves a system with it to a backward error of 10·2⁻⁵³. The matrix is kept, for residuals, and not changed.
 *
 * Errors: those of `factorAndSolve`; rejects with the reason of `signal`, soon, between slices of orderings, columns and fronts.
 */
export async function factor(coo: CooMatrix, options: FactorOptions = {}): Promise<Factorization> {
  const { signal, ...rest } = options;
  const fronts = options.fronts ?? (await compiledFronts(coo.values.length, options.threads));
  const asked: FactorOptions = { ...rest, ...(fronts ? { fronts } : {}) };
  const n = coo.shape.rows;
  let given = coo;
  let { factors } = await takeTurns(factorAndSolve(coo, probeOf(n), asked), signal);
  /** Why the values that were given last have no factors. */
  let failure: Error | undefined;
  /** How often other ways may still be looked for. */
  let searches: number | undefined;
  const usable = (): Factors => {
    if (failure) throw failure;
    return factors;
  };
  /** Factors are chosen by one b: scales of another may lie so far apart that they do not suit it. */
  const solved = (b: Float64Array, begin: Float64Array): Float64Array => {
    const own = refined(given, b, solvedBy(usable(), fronts).solve, begin);
    if (own.componentwise <= STABLE) return own.x;
    searches ??= waysOf(given, asked).length - 1;
    if (searches === 0) return own.x;
    searches--;
    const found = drained(factorAndSolve(given, b, asked));
    if (found.componentwise >= own.componentwise) return own.x;
    factors = found.factors;
    return found.x;
  };
  return {
    n,
    get factors() {
      return factors;
    },
    get method() {
      return factors.method;
    },
    get entries() {
      return factors.entries;
    },
    get ordering() {
      return factors.ordering;
    },
    get pivots() {
      return factors.pivots;
    },
    get code() {
      return factors.code;
    },
    solve(b) {
      checkWhole(
        'b',
        b,
        (length) => (n === 0 ? length === 0 : length % n === 0),
        `${n}, or as many times that as there are right-hand sides`,
      );
      const x = finiteNumbers('b', b);
      const begin = solvedTogether(usable(), x, fronts);
      for (let from = 0; from < x.length; from += n)
        x.set(solved(x.slice(from, from + n), begin.slice(from, from + n)), from);
      return x;
    },
    condition: () => conditionEstimate(given, solvedBy(usable(), fronts)),
    update(values) {
      checkWhole(
        'values',
        values,
        (length) => length === coo.values.length,
        `${coo.values.length}, one for each entry`,
      );
      given = { ...coo, values: finiteNumbers('values', values) };
      searches = undefined;
      try {
        // What failed may hold half of other values.
        const kept = failure ? undefined : again(factors, given, asked);
        factors = kept ?? drained(factorAndSolve(given, probeOf(n), asked)).factors;
        failure = undefined;
      } catch (error) {
        failure = error as Error;
        throw error;
      }
    },
  };
}
