// Declarations name `Symbol.asyncDispose`, which `lib` of older years lacks.
/// <reference lib="esnext.disposable" preserve="true" />
import type { CooMatrix, Shape, ValueArray } from '@spmv/core';
import type {
  EigenOptions,
  EigenResult,
  PageRankOptions,
  PageRankResult,
  RefineOptions,
  SolveOptions,
  SolveResult,
} from '@spmv/solvers';
import type { Answer, Numbers, When } from './choice.ts';
import type { Block } from './derive.ts';
import type { Plan } from './plan.ts';
import type { ProductOptions } from './product.ts';

/** Several vectors in one array: the columns of X, by rows (default) or by columns, without gaps. */
export interface Columns<N extends Numbers = Numbers> {
  readonly data: N;
  /** How many they are. */
  readonly vectors: number;
  readonly order?: 'row' | 'column';
}

/** What multiplies vectors: a matrix, or its transpose. */
export interface Multiplies<N extends ValueArray, W extends When> {
  readonly shape: Shape;
  /**
   * y ← αAx + βy. x has `shape.cols` elements and y `shape.rows`; x is never modified. A product of the CPU is there when this returns, one of a device is
   * promised, of what x and y are at the call. Numbers are rounded to the matrix's precision. No order of summation is promised.
   *
   * Errors: `OPERAND.LENGTH`; `OPERAND.TYPE` for what is no array of numbers, and for a y of another type; `OPERAND.SCALAR` for β without y; `PARAM.UNKNOWN`; `LIFETIME.DISPOSED`.
   */
  multiply(x: Numbers, options?: ProductOptions<N>): Answer<N, W>;
  /**
   * Y ← AX for several vectors at once, which takes less time than one after another. The first of so many chooses and prepares a kernel for them, so that it
   * is a promise everywhere. Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `PARAM.REJECTED` for options, and those of `openMatrix`.
   */
  multiply(X: readonly Numbers[]): Promise<N[]>;
  multiply(X: Columns): Promise<Columns<N>>;
}

/** Aᵀ, which shares everything with A and stores nothing of its own before its first product. */
export interface Transposed<N extends ValueArray, W extends When> extends Multiplies<N, 'later'> {
  readonly T: Matrix<N, W>;
}

/**
 * An m × n matrix with the kernel that was chosen for it. `N` is the type of arrays that it gives, `W` says whether products are there at once.
 * Matrices made of it (`slice`, `add`, `scale`) share its backends; each is disposed of by itself.
 */
export interface Matrix<N extends ValueArray = Float64Array, W extends When = When> extends Multiplies<N, W> {
  readonly nnz: number;
  /** What was chosen, and why. */
  readonly plan: Plan;
  readonly T: Transposed<N, W>;
  /** y ← αAᵀx + βy, x having `shape.rows` elements. The first product prepares a kernel, so that it is a promise everywhere. */
  multiplyTransposed(x: Numbers, options?: ProductOptions<N>): Promise<N>;
  /**
   * Solves Ax = b, or min ‖b − Ax‖ where A is not square, on the backend that the products are computed on: `method`, `M` (a preconditioner), `rtol`, `atol`, `maxiter`, `x0`, `callback`,
   * `signal`. A method that is left out is chosen by what is known of the matrix. `converged` means that ‖b − Ax‖, computed anew in exact enough arithmetic, is at most max(rtol·‖b‖, atol); otherwise
   * `reason` and `error` say why not and what to do.
   *
   * Errors: `SOLVER.UNFIT`, `SOLVER.PRECONDITIONER`, `SOLVER.NOT_FINITE`, `OPERAND.LENGTH`, `PARAM.*`; `KERNEL.NONE` where the backend has no kernels for vectors.
   */
  solve(b: Numbers, options?: SolveOptions): Promise<SolveResult<N>>;
  /**
   * The same to digits of f64, where the matrix was opened in f32 or on a device without f64: residuals in f64 by the host, corrections in the precision of the products. `rtol` is 1e-10 by
   * default. Errors: those of `solve`.
   */
  refine(b: Numbers, options?: RefineOptions): Promise<SolveResult<Float64Array>>;
  /**
   * A few eigenvalues of a symmetric matrix, `k` of the largest or smallest as `which` says (`LM`, `LA`, `SA`), with their eigenvectors.
   * Errors: `SOLVER.UNFIT` where A is not symmetric, `SOLVER.NOT_FINITE`, `PARAM.OUT_OF_RANGE`.
   */
  eigenvalues(options?: EigenOptions): Promise<EigenResult>;
  /**
   * PageRank of a graph, where entry (i, j) is a link from i to j and its value a weight: `damping`, `personalization`, `tol`. The sum of ranks is 1.
   * Errors: `SOLVER.UNFIT` where A is not square, `SOLVER.NOT_FINITE` for negative weights, `PARAM.*`, `OPERAND.LENGTH`.
   */
  pageRank(options?: Omit<PageRankOptions, 'place'>): Promise<PageRankResult>;
  /** The min(m, n) elements (i, i), 0 where there is no entry. */
  diagonal(): Float64Array;
  /** The entries: sorted by row, then column, in arrays of the caller's own. */
  entries(): CooMatrix;
  /** The block of these rows and columns, all where they are left out. Errors: `FORMAT.INDEX_RANGE`. */
  slice(block: Block): Promise<Matrix<N, W>>;
  /** A + γB, γ being 1 by default. Entries that cancel are kept as zeros. Errors: `FORMAT.INVALID` for another shape. */
  add(other: { entries(): CooMatrix }, gamma?: number): Promise<Matrix<N, W>>;
  /** γA. */
  scale(gamma: number): Promise<Matrix<N, W>>;
  /** Frees what it holds; the last matrix of shared backends (made of another, or opened beside it) closes them. Waits for products that are under way. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
