import type { CooMatrix, LinearOperator, ValueArray } from '@spmv/core';
import { complexCoo, cooFromEntries, isSpmvError, realEquivalent, SpmvError } from '@spmv/core';
import type { Factors, FrontKernel } from '@spmv/direct';
import {
  analyzeSymmetric,
  compiledFronts,
  factorAndSolve,
  factorCholesky,
  halfSolveCholesky,
  solvedBy,
  takeTurns,
} from '@spmv/direct';
import { normOf } from '../solve/scale.ts';
import { mapOf } from '../space/host-space.ts';
import { ownShape } from '../system/facts.ts';
import { hostSystem } from '../system/host-system.ts';
import type { System } from '../system/system.ts';
import { defaultTolerance } from './floor.ts';
import { lanczos } from './lanczos.ts';
import { areAll } from './near-count.ts';
import type { EigenOptions, EigenResult } from './options.ts';

/** Where a number is an eigenvalue the factors are of one beside it, by these parts of ‖K‖/‖M‖: far enough for rounding to leave the others, and nearer where one that is found is not so many times as far: then they are not in their order. */
const BESIDE = [2 ** -20, 2 ** -32, 2 ** -44];
const [HERE, FAR] = [0, 1024];

/** Solutions at most. */
const MAXITER = 10_000;

/** Vectors of the basis, and solutions after which it is looked whether values are found: a solution takes as long as some vectors. */
const [VECTORS, STRETCH] = [32, 4];

/** K and M of Kx = λMx, and the identity, by their entries; of complex K those of the real matrices that do the same to pairs. */
interface Matrices {
  readonly K: CooMatrix;
  readonly M: CooMatrix | undefined;
  readonly identity: CooMatrix;
  /** How often each eigenvalue is there in K. */
  readonly copies: 1 | 2;
}

/** Errors: `SOLVER.UNFIT`. */
function matricesOf({ coo, facts }: System, M: CooMatrix | undefined): Matrices {
  if (!coo)
    throw new SpmvError('SOLVER.UNFIT', 'Eigenvalues near a number need entries, and the matrix is a function.', {
      fix: "Leave out near, and give which: 'LA' or 'SA'; or give the matrix by its entries.",
    });
  const { rows } = ownShape(facts);
  if (M && (M.shape.rows !== rows || M.shape.cols !== rows))
    throw new SpmvError('SOLVER.UNFIT', `M is ${M.shape.rows} × ${M.shape.cols}, and the matrix ${rows} × ${rows}.`, {
      fix: `Give a symmetric positive definite matrix of ${rows} × ${rows} as M.`,
      details: { rows: M.shape.rows, cols: M.shape.cols, wanted: rows },
    });
  const each = Int32Array.from({ length: rows }, (_, i) => i);
  const identity = {
    shape: { rows, cols: rows },
    rowIndex: each,
    colIndex: each,
    values: new Float64Array(rows).fill(1),
  };
  if (!facts.isOfPairs) return { K: coo, M, identity, copies: 1 };
  const [ofM, ofIdentity] = [M, identity].map((own) => own && realEquivalent(complexCoo(own)));
  return { K: coo, M: ofM, identity: ofIdentity as CooMatrix, copies: 2 };
}

/** K − σM. */
function shiftedBy({ K, M, identity }: Matrices, sigma: number): CooMatrix {
  if (sigma === 0) return K;
  const { rowIndex, colIndex, values } = M ?? identity;
  const joined = <A extends Int32Array | Float64Array>(
    into: A,
    one: ArrayLike<number>,
    other: ArrayLike<number>,
  ): A => {
    into.set(one);
    into.set(other, one.length);
    return into;
  };
  const length = K.values.length + values.length;
  return cooFromEntries(K.shape, {
    rowIndex: joined(new Int32Array(length), K.rowIndex, rowIndex),
    colIndex: joined(new Int32Array(length), K.colIndex, colIndex),
    values: joined(
      new Float64Array(length),
      K.values,
      Float64Array.from(values, (value) => -sigma * value),
    ),
  });
}

/** The largest sum of magnitudes in a row, at least ‖A‖₂ of a symmetric matrix. */
function normOfRows({ shape, rowIndex, values }: CooMatrix): number {
  const sums = new Float64Array(shape.rows);
  for (let k = 0; k < values.length; k++) sums[rowIndex[k]] += Math.abs(values[k]);
  return sums.reduce((most, sum) => Math.max(most, sum), 0);
}

/** M = LLᵀ. Errors: `SOLVER.NOT_POSITIVE_DEFINITE`, and those of `analyzeSymmetric`. */
function massFactors(M: CooMatrix, fronts: FrontKernel | undefined): ReturnType<typeof factorCholesky> {
  try {
    return factorCholesky(analyzeSymmetric(M), M, fronts);
  } catch (error) {
    if (!isSpmvError(error, 'SOLVER.NOT_POSITIVE_DEFINITE') && !isSpmvError(error, 'OPERAND.MATRIX')) throw error;
    throw new SpmvError(error.code, `M: ${error.message}`, {
      fix: 'Give a symmetric positive definite matrix as M.',
      details: error.details,
    });
  }
}

/** What Lanczos' method is applied to: y ↦ Cy, symmetric, and v of an eigenvector y. */
interface Inverted {
  readonly apply: LinearOperator<ValueArray>['apply'];
  vectorOf(y: Float64Array): Float64Array;
}

/** (K − σM)⁻¹ times `scale`, with M = LLᵀ as Lᵀ(K − σM)⁻¹L: L⁻¹M(K − σM)⁻¹ML⁻ᵀ. */
function invertedBy(
  factors: Factors,
  M: CooMatrix | undefined,
  scale: number,
  fronts: FrontKernel | undefined,
): Inverted {
  const { solve } = solvedBy(factors, fronts);
  const into = (x: Float64Array, y: ValueArray): void => {
    for (let i = 0; i < y.length; i++) y[i] = scale * x[i];
  };
  if (!M) return { apply: (x, y) => into(solve(x as Float64Array), y), vectorOf: (y) => y };
  const L = massFactors(M, fronts);
  const { apply: multiply } = mapOf(M);
  const times = (x: Float64Array): Float64Array => {
    const y = new Float64Array(x.length);
    void multiply(x, y);
    return y;
  };
  const vectorOf = (y: Float64Array): Float64Array => halfSolveCholesky(L, y, 'backward', fronts);
  return {
    apply: (x, y) => into(halfSolveCholesky(L, times(solve(times(vectorOf(x as Float64Array)))), 'forward', fronts), y),
    vectorOf,
  };
}

/** What is asked near a number. */
type Asked = EigenOptions & Required<Pick<EigenOptions, 'near'>>;

/**
 * Eigenvalues of Kx = λMx nearest to a number, M the identity where there is none: 1/(λ − σ) are the largest ones of (K − σM)⁻¹M, which Lanczos' method finds soon. Where the number is an eigenvalue, or so near to one that nothing of the others is
 * left beside it, a σ beside it takes its place.
 * Errors: see `eigenvalues`.
 * Source: T. Ericsson, A. Ruhe, The spectral transformation Lanczos method for the numerical solution of large sparse generalized symmetric eigenvalue problems, Math. Comp. 35, 1980.
 */
export async function eigenvaluesNear(given: System, options: Asked): Promise<EigenResult> {
  const { near } = options;
  const matrices = matricesOf(given, options.M);
  const { K, M } = matrices;
  const [kNorm, mNorm] = [normOfRows(K), M ? normOfRows(M) : 1];
  const scale = (sigma: number): number => kNorm + Math.abs(sigma) * mNorm || 1;
  const at = (sigma: number): Promise<EigenResult> => shiftedResult(matrices, options, sigma, scale);
  let [first, best]: (EigenResult | undefined)[] = [];
  for (const beside of [HERE, ...BESIDE]) {
    const away = beside * (kNorm / mNorm || 1);
    try {
      const found = await at(near + away);
      const isSpent = found.reason === 'limit' && found.iterations >= (options.maxiter ?? MAXITER);
      if (found.reason === 'aborted' || isSpent) return best ?? found;
      if (found.converged) best = found;
      if (best && Math.max(...best.values.map((value) => Math.abs(value - near))) >= FAR * away) return best;
      first ??= found;
    } catch (error) {
      if (!isSpmvError(error, 'SOLVER.SINGULAR') || (beside === BESIDE.at(-1) && !first)) throw error;
    }
  }
  return best ?? first;
}

/** The same by factors of K − σM. `scale`: ‖K‖ + |λ|‖M‖. Errors: those of `factorAndSolve`. */
async function shiftedResult(
  matrices: Matrices,
  options: Asked,
  sigma: number,
  scaleOf: (lambda: number) => number,
): Promise<EigenResult> {
  const { near, signal, maxiter = MAXITER, tol = defaultTolerance('f64') } = options;
  const { K, M, copies } = matrices;
  const n = K.shape.rows;
  const { k = Math.min(6, n / copies) } = options;
  const fronts = await compiledFronts(K.values.length);
  let factors: Factors;
  try {
    const slices = factorAndSolve(shiftedBy(matrices, sigma), new Float64Array(n).fill(1), fronts ? { fronts } : {});
    ({ factors } = await takeTurns(slices, signal));
  } catch (error) {
    if (!signal?.aborted) throw error;
    return ended('aborted', 'stopped while K − σM was factored', 0, []);
  }
  // 1/(λ − σ) is brought into the range of usual numbers.
  const scale = scaleOf(sigma);
  const { apply, vectorOf } = invertedBy(factors, M, scale, fronts);
  const inverse = await hostSystem({ shape: K.shape, symmetric: true, apply });
  const system = copies === 2 ? { ...inverse, facts: { ...inverse.facts, isOfPairs: true as const } } : inverse;
  const asked = { k, tol, maxiter, ...(signal ? { signal } : {}) };
  let isCounted = false;
  const areAllOf = async (values: readonly number[], next: number): Promise<boolean> => {
    const distances = values.map((value) => Math.abs(scale / value));
    const counted = { factors, sigma, distances, next: Math.abs(scale / next), tol, scale, copies };
    const slices = areAll({ ...counted, shifted: (lambda) => shiftedBy(matrices, lambda) }, fronts);
    // A signal that comes meanwhile is heard by the iteration.
    isCounted = await takeTurns(slices, signal).catch((error: unknown) => {
      if (signal?.aborted) return false;
      throw error;
    });
    return isCounted;
  };
  const way = { vectors: Math.max(VECTORS, 2 * k + 2), stretch: STRETCH, isOfEach: true };
  // Of M the least eigenvalue, which says what rounding makes of a count, is not known.
  const found = await lanczos(system, asked, M ? way : { ...way, areAll: areAllOf });
  const [timesK, timesM] = [mapOf(K), M && mapOf(M)];
  const pairs = found.values
    .map((value, i) => {
      const vector = vectorOf(found.vectors[i]);
      const lambda = sigma + scale / value;
      const [left, right] = [new Float64Array(n), new Float64Array(n)];
      void timesK.apply(vector, left);
      void timesM?.apply(vector, right);
      const residual = normOf(left.map((one, j) => one - lambda * (timesM ? right : vector)[j]));
      const isNear = residual <= tol * scaleOf(lambda) * normOf(vector);
      return { value: lambda, vector, residual, isNear };
    })
    .toSorted((a, b) => Math.abs(a.value - near) - Math.abs(b.value - near));
  const isAll = pairs.length === k && pairs.every(({ isNear }) => isNear);
  const reason =
    found.reason === 'rounding' && isAll ? 'converged' : found.converged && !isAll ? 'rounding' : found.reason;
  const by = `by ${found.iterations} solutions with factors (${factors.method}, ${factors.entries} entries)${sigma === near ? '' : `, of K − ${sigma}·M, since ${near} is an eigenvalue, or next to one`}`;
  const beyond = pairs.filter(({ isNear }) => !isNear).length;
  const message =
    reason === 'converged'
      ? `found the ${k} eigenvalues nearest to ${near} ${by}${isCounted ? ', and no others, by the signs of LDLᵀ' : ''}`
      : found.converged
        ? `rounding left ${beyond} of ${k} eigenvalues near ${near} further from one than tol, ${tol}, allows ${by}`
        : `${found.message}: ${by}`;
  return ended(reason, message, found.iterations, pairs);

  function ended(
    why: EigenResult['reason'],
    text: string,
    iterations: number,
    all: readonly { readonly value: number; readonly vector: Float64Array; readonly residual: number }[],
  ): EigenResult {
    return {
      values: all.map(({ value }) => value),
      vectors: all.map(({ vector }) => vector),
      residuals: all.map(({ residual }) => residual),
      converged: why === 'converged',
      reason: why,
      message: text,
      iterations,
    };
  }
}
