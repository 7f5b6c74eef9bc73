import type { CooMatrix } from '@spmv/core';
import { isSpmvError } from '@spmv/core';
import type { Factors, FrontKernel, Slices } from '@spmv/direct';
import { analyzeSymmetricSlices, factorIndefiniteSlices } from '@spmv/direct';

/** A count is believed where the nearest eigenvalue is so many roundings of ‖K‖ + |λ|, and so many times the tolerance, away from where it is taken. */
const [ROUNDINGS, TOLERANCES] = [1e6, 100];
/** How far beyond the last value it is taken, as a part of its distance and of that to the next one. */
const [BEYOND, BETWEEN] = [0.01, 0.25];

/** What is counted. */
export interface Counted {
  /** K − λI. */
  readonly shifted: (lambda: number) => CooMatrix;
  /** Of K − σI. */
  readonly factors: Factors;
  readonly sigma: number;
  /** Distances from σ of the values that were found, and that of the next one, which may be less than what is known of it. */
  readonly distances: readonly number[];
  readonly next: number;
  readonly tol: number;
  /** ‖K‖ + |λ|. */
  readonly scale: number;
  /** How often each eigenvalue is there in K. */
  readonly copies: number;
}

/**
 * Whether there are no other eigenvalues as near to σ as those that were found, equal ones counted: by the signs of D in LDLᵀ of K − (σ ± r)I, r a little more than the largest distance; below σ there are none where K − σI has LLᵀ. False where it cannot
 * be said: another one may be as near as r, or an eigenvalue too near to σ ± r.
 * Source: B. N. Parlett, The symmetric eigenvalue problem, 1998, section 3.3 (Sylvester's law of inertia).
 */
export function* areAll(
  { shifted, factors, sigma, distances, next, tol, scale, copies }: Counted,
  fronts: FrontKernel | undefined,
): Slices<boolean> {
  const last = Math.max(...distances);
  const margin = Math.min(BEYOND * last, BETWEEN * (next - last));
  if (!(margin >= Math.max(TOLERANCES * tol * last, (ROUNDINGS * Number.EPSILON * scale) / 2))) return false;
  const below = function* (lambda: number): Slices<number> {
    const matrix = shifted(lambda);
    const { factor } = factors;
    // Entries of K are among those of K − λI.
    const known = factor.kind === 'cholesky' || factor.kind === 'indefinite' ? factor.analysis : undefined;
    const analysis =
      known?.nnz === matrix.values.length ? known : yield* analyzeSymmetricSlices(matrix, {}, fronts?.graphs);
    return (yield* factorIndefiniteSlices(analysis, matrix, fronts)).negative;
  };
  try {
    const least = factors.method === 'cholesky' ? 0 : yield* below(sigma - last - margin);
    return (yield* below(sigma + last + margin)) - least === copies * distances.length;
  } catch (error) {
    if (isSpmvError(error, 'SOLVER.SINGULAR') || isSpmvError(error, 'FORMAT.OUT_OF_MEMORY')) return false;
    throw error;
  }
}
