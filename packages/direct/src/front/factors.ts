import type { FrontalFactor } from '../frontal/factor.ts';
import { solveFronts, solveTransposedFronts } from '../frontal/solve.ts';
import type { FrontKernel } from '../symmetric/cholesky-fronts.ts';
import type { CholeskyFactor } from '../symmetric/cholesky.ts';
import { solveCholesky } from '../symmetric/cholesky.ts';
import type { IndefiniteFactor } from '../symmetric/indefinite.ts';
import { solveIndefinite } from '../symmetric/indefinite-solve.ts';
import type { LuFactor } from '../lu/factor.ts';
import { solveLu, solveTransposedLu } from '../lu/solve.ts';
import type { Solved } from '../refine/forward-error.ts';

/** Names of the factorizations. */
export type FactorMethod = 'cholesky' | 'ldlt' | 'lu';

/** A factorization of any kind, as plain data. */
export interface Factors {
  readonly method: FactorMethod;
  readonly factor: CholeskyFactor | IndefiniteFactor | LuFactor | FrontalFactor;
  /** Of LU: the factors are those of Aᵀ, so that pivots were chosen among columns. */
  readonly isTransposed: boolean;
  /** Entries of the factors and their diagonal, one triangle where they are symmetric. */
  readonly entries: number;
  /** How rows and columns were ordered, and which pivots were taken, in words. */
  readonly ordering: string;
  readonly pivots: string;
  /** What computed them. */
  readonly code: 'JavaScript' | NonNullable<FrontKernel['code']>;
}

/** A⁻¹b and A⁻ᵀb by factors of A. `fronts`: what solves with LLᵀ and LU by columns. */
export function solvedBy({ factor, isTransposed }: Factors, fronts?: FrontKernel): Solved {
  if (factor.kind === 'cholesky') return symmetric((b) => solveCholesky(factor, b, undefined, fronts));
  if (factor.kind === 'indefinite') return symmetric((b) => solveIndefinite(factor, b, undefined, fronts));
  if (factor.kind === 'frontal')
    return { solve: (b) => solveFronts(factor, b, fronts), solveTransposed: (b) => solveTransposedFronts(factor, b) };
  const solve = (b: Float64Array): Float64Array => solveLu(factor, b, undefined, fronts);
  const solveTransposed = (b: Float64Array): Float64Array => solveTransposedLu(factor, b);
  return isTransposed ? { solve: solveTransposed, solveTransposed: solve } : { solve, solveTransposed };
}

/** A⁻¹b of right-hand sides that lie one after another, those of LLᵀ in blocks. */
export function solvedTogether(factors: Factors, b: Float64Array, fronts?: FrontKernel): Float64Array {
  const { factor } = factors;
  if (factor.kind === 'cholesky') return solveCholesky(factor, b, undefined, fronts);
  const { n } = factor.analysis;
  const { solve } = solvedBy(factors, fronts);
  const x = new Float64Array(b.length);
  for (let from = 0; from < b.length; from += n) x.set(solve(b.slice(from, from + n)), from);
  return x;
}

function symmetric(solve: Solved['solve']): Solved {
  return { solve, solveTransposed: solve };
}

/** The same with what is said of it. */
export function factorsOf(
  factor: Factors['factor'],
  { isTransposed = false, code = 'JavaScript' }: Partial<Pick<Factors, 'isTransposed' | 'code'>> = {},
): Factors {
  const { analysis } = factor;
  if (factor.kind === 'lu') {
    const blocks = factor.analysis.blockStart.length - 1;
    return {
      method: 'lu',
      factor,
      isTransposed,
      code,
      entries: factor.entries,
      ordering: `minimum degree in ${blocks} block${blocks === 1 ? '' : 's'} of the triangular form${isTransposed ? ' of Aᵀ' : ''}`,
      pivots: `${factor.exchanges} of ${analysis.n} beside the diagonal`,
    };
  }
  if (factor.kind === 'frontal')
    return {
      method: 'lu',
      factor,
      isTransposed,
      code,
      entries: factor.entries,
      ordering: 'minimum degree of A + Aᵀ, by fronts',
      pivots: `${factor.exchanges} of ${analysis.n} beside the diagonal, ${factor.delayed} times left to a later front`,
    };
  const common = { factor, isTransposed: false, code, ordering: 'minimum degree' };
  if (factor.kind === 'cholesky')
    return { ...common, method: 'cholesky', entries: factor.analysis.fill, pivots: `${analysis.n} above zero` };
  const { positive, negative, delayed, lines } = factor;
  const pivots = `${positive} above and ${negative} below zero, ${delayed} times left to a later front`;
  return { ...common, method: 'ldlt', entries: lines.length, pivots };
}
