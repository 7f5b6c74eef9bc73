import type { CooMatrix, Disposal, Precision, Shape, ValueArray } from '@spmv/core';
import type { Factorization, FactorOptions } from '@spmv/direct';
import type {
  EigenOptions as SolverEigenOptions,
  EigenResult,
  PageRankOptions,
  PageRankResult,
  RefineOptions,
  SolveOptions,
  SolveResult,
} from '@spmv/solvers';
import type { CpuBackend, VectorLike, NumbersOf } from './choice.ts';
import type { StridedArray } from './memory/strided.ts';
import type { MatrixLike } from './build/entries.ts';
import type { Block } from './build/part.ts';
import type { Making } from './making.ts';
import type { Plan } from './plan.ts';
import type { MatrixProductOptions, ProductOptions } from './product.ts';

/** Several vectors in one array: the columns of X, by rows (default) or by columns, without gaps. */
export interface Columns<N extends VectorLike = VectorLike> {
  readonly data: N;
  /** How many they are. */
  readonly vectors: number;
  readonly order?: 'row' | 'column';
}

/** Which eigenvalues, as `EigenOptions` of `@spmv/solvers` says, with M in any form that the building functions take. */
export type MatrixEigenOptions = Omit<SolverEigenOptions, 'M'> & { readonly M?: MatrixLike };

/**
 * An m × n matrix. `N` is the type of arrays that it gives. Entries are held as COO, 16 bytes each; formats, kernels and backends of a matrix that was made of another one (`T`, `slice`, `add`,
 * `scale`, `map`) are chosen by its first product, among the backends of that one.
 */
export interface Matrix<N extends ValueArray = Float64Array> extends Disposal {
  readonly shape: Shape;
  readonly nnz: number;
  /** What was chosen, and why. Undefined before the first product of a matrix that was made of another. */
  readonly plan: Plan | undefined;
  /** How it was computed, where it is a product of matrices. */
  readonly making: Making | undefined;
  /** Aᵀ: its products read what is stored of A. Its entries are made when they are asked for. Disposing of either disposes of both. */
  readonly T: Matrix<N>;
  /** Aᴴ, which is Aᵀ of real numbers. */
  readonly H: Matrix<N>;
  /**
   * y ← αAx + βy, of what x and y are at the call; a y that products asked for before have still to write is what they give. x has n elements, is rounded to the matrix's precision and never modified. No order of summation is promised.
   *
   * Errors: `OPERAND.LENGTH`; `OPERAND.TYPE` for what is no array of numbers, and for a y of another type; `OPERAND.MEMORY`; `OPERAND.SCALAR` for β without y; `PARAM.UNKNOWN`; `LIFETIME.DISPOSED`.
   */
  multiply(x: VectorLike, options?: ProductOptions<N>): Promise<N>;
  /**
   * C ← αAB for a matrix B: a matrix with the backends of this one, in its precision, whose entries are sorted. Computed on the last of its backends that can (several threads before one), from both in CSR: `making` says how. A kernel whose compiled code is not on this machine, or that has not the memory, is passed over, and named there. Terms that
   * cancel leave an entry, stored zeros count, `dropZeros` leaves them out. Elements are summed in the order of A's row: the bits do not depend on the number of threads.
   *
   * With `D` it is αAB + βD, which has the entries of D, too; with `mask` it has entries nowhere but where the mask has some, and AB is not formed: `A.multiply(A, { mask: A })` counts the triangles of a graph.
   *
   * Errors: `OPERAND.SIZE`; `OPERAND.SCALAR` for β without D; `OPERAND.MATRIX` for D beside a mask; `KERNEL.NONE` where only devices are open, and in 16 bits; `KERNEL.REFUSED` beyond 2³¹−1 entries and where more work than `maxWorkBytes` is needed;
   * `BACKEND.OUT_OF_MEMORY`; `BACKEND.UNAVAILABLE` where no compiled code of any kernel is here; `PARAM.*`; `LIFETIME.DISPOSED`.
   */
  multiply(B: Matrix<ValueArray>, options?: MatrixProductOptions): Promise<Matrix<N>>;
  /**
   * The same product, kept: `update` computes it again for other values in the same places, without finding anew where entries are. It takes no `dropZeros`. What it holds besides C are copies of what it reads, in CSR.
   * Errors: those of `multiply`, `OPERAND.MATRIX` for what is no matrix, `PARAM.REJECTED` for `dropZeros`.
   */
  product(B: Matrix<ValueArray>, options?: Omit<MatrixProductOptions, 'dropZeros'>): Promise<SparseProduct<N>>;
  /**
   * Y ← AX for several vectors, which takes less time than one after another. The first of so many chooses and prepares a kernel for them. X of n × k in memory of somebody else gives Y in the order in which X lies.
   * Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `OPERAND.MEMORY`, and those of `openMatrix`.
   */
  multiplyMany(X: readonly VectorLike[]): Promise<N[]>;
  multiplyMany(X: Columns | StridedArray): Promise<Columns<N>>;
  /**
   * Solves Ax = b, or min ‖b − Ax‖ where A is not square, until ‖b − Ax‖ ≤ max(rtol·‖b‖, atol), with rtol = 1e-5 and atol = 0 as in SciPy's iterative solvers; factors, which come first where they are cheap, leave
   * about 1e-16, as `spsolve`. Options: `method` (`direct`, `cholesky`, `ldlt`, `lu`, or one that iterates), `M` (a preconditioner), `rtol`, `atol`, `maxiter`, `x0`, `callback`, `signal`. A method that is left out is
   * chosen: LLᵀ, LDLᵀ or LU where the analysis says that they are cheap, else iterations on the backend of the products, and factors after all where those stagnate; `attempts` says what was tried. `converged` is said of
   * ‖b − Ax‖ computed anew in exact enough arithmetic; otherwise `reason` and `error` say why not and what to do. `factors` has the condition of A and how far x may be from A⁻¹b.
   *
   * Errors: `SOLVER.UNFIT`, `SOLVER.PRECONDITIONER`, `SOLVER.NOT_FINITE`, `OPERAND.LENGTH`, `PARAM.*`; `KERNEL.NONE` where the backend has no kernels for vectors.
   */
  solve(b: VectorLike, options?: SolveOptions): Promise<SolveResult<N>>;
  /** The same for several b, in their order: factors, and preconditioners that the host has, are made once. Errors: the same; `PARAM.REJECTED` for `x0`. */
  solve(B: readonly VectorLike[], options?: SolveOptions): Promise<SolveResult<N>[]>;
  /**
   * Factors A once, to solve with one b after another at once: `const F = await A.factor(); const x = F.solve(b)`. LLᵀ, LDLᵀ or LU, in f64 on the processor, whatever the products are computed on. It is of the values
   * at the call; `F.update(values)` takes others at the same places.
   *
   * Errors: `OPERAND.MATRIX` where A is not square; `SOLVER.SINGULAR`, `SOLVER.NOT_FINITE`, `FORMAT.OUT_OF_MEMORY`, `PARAM.*`, `LIFETIME.DISPOSED`; the reason of `signal`.
   */
  factor(options?: FactorOptions): Promise<Factorization>;
  /**
   * Solves Ax = b to digits of f64, where the matrix was opened in f32 or on a device without f64: residuals in f64 by the host, corrections in the precision of the products. `rtol` is 1e-10 by
   * default. Errors: those of `solve`.
   */
  refine(b: VectorLike, options?: RefineOptions): Promise<SolveResult<Float64Array>>;
  /**
   * A few eigenvalues of a symmetric matrix, `k` of the largest or smallest as `which` says (`LM`, `LA`, `SA`, `SM`), or of those nearest to a number, `near`, with their eigenvectors; with a mass matrix `M` those of Ax = λMx.
   * Errors: `SOLVER.UNFIT` where A is not symmetric, `SOLVER.NOT_POSITIVE_DEFINITE` for M, `SOLVER.NOT_FINITE`, `FORMAT.OUT_OF_MEMORY`, those of reading M, `PARAM.*`.
   */
  eigenvalues(options?: MatrixEigenOptions): Promise<EigenResult>;
  /**
   * PageRank of a graph, where entry (i, j) is a link from i to j and its value a weight: `damping`, `personalization`, `tol`. The sum of ranks is 1.
   * Errors: `SOLVER.UNFIT` where A is not square, `SOLVER.NOT_FINITE` for negative weights, `PARAM.*`, `OPERAND.LENGTH`.
   */
  pageRank(options?: Omit<PageRankOptions, 'place'>): Promise<PageRankResult>;
  /** Element (i, j), 0 where there is no entry. Errors: `FORMAT.INDEX_RANGE`. */
  get(i: number, j: number): number;
  /** The min(m, n) elements (i, i), 0 where there is no entry. */
  diagonal(): Float64Array;
  /** Every element, row by row: m arrays of n numbers. */
  toDense(): Float64Array[];
  /** The sum of all elements; with `axis` 0 of each column, with 1 of each row. */
  sum(): number;
  sum(axis: 0 | 1): Float64Array;
  /** ‖A‖: `fro` (default), the largest sum of absolute values in a column (1) or in a row (Infinity). */
  norm(kind?: 'fro' | 1 | typeof Infinity): number;
  /** The entries: sorted by row, then column, in arrays of the caller's own. `spmv/build` computes with them. */
  entries(): CooMatrix;
  /** The block of these rows and columns, all where they are left out. Errors: `FORMAT.INDEX_RANGE`. */
  slice(block: Block): Matrix<N>;
  /** A + γB, γ being 1 by default, B a matrix or what one is opened from. Entries that cancel are kept as zeros. Errors: `FORMAT.INVALID` for another shape. */
  add(B: MatrixLike, gamma?: number): Matrix<N>;
  /** γA. */
  scale(gamma: number): Matrix<N>;
  /** Entry (i, j) becomes f(value, i, j). Entries that become 0 stay. */
  map(f: (value: number, i: number, j: number) => number): Matrix<N>;
  /**
   * New values for the same entries, in the order of `entries()`. Format and kernel stay where the format can store them; nothing is tried anew.
   * What was asked for before is of the old values, what is asked for later of these, awaited or not; `multiplySync` does not wait.
   * Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, those of `openMatrix`; A is then what it was.
   */
  update(values: VectorLike): Promise<void>;
  /**
   * Writes the entries to a file, in the type that its ending says: `.mtx`, `.mtx.gz`, `.npz` (SciPy), `.npy` (every element), `.bsp.npz`, `.petsc`, and what plugins bring. In Node.
   * Errors: `FILE.UNSUPPORTED`, `FILE.WRITE`.
   */
  save(path: string | URL): Promise<void>;
  /** Frees what it holds; the last matrix of shared backends (made of another, or opened beside it) closes them. Waits for products that are under way. */
  dispose(): Promise<void>;
}

/** A product of matrices that is computed again when values change: where its entries are is not found anew. */
export interface SparseProduct<N extends ValueArray = Float64Array> extends Disposal {
  /** C, with the values of the last update. */
  readonly matrix: Matrix<N>;
  /**
   * New values of A, B or D, of each for the same entries in the order of `entries()`; those of matrices that are left out stay, whatever these hold by now. What is asked of C once it resolves is of the new ones. Updates follow one another.
   * Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `OPERAND.MEMORY`, `PARAM.UNKNOWN` for what the product does not read, `LIFETIME.DISPOSED`; the product is then what it was.
   */
  update(values: Readonly<Partial<Record<'A' | 'B' | 'D', VectorLike>>>): Promise<void>;
  /** Frees what it holds, and C. */
  dispose(): Promise<void>;
}

/** A matrix that `openMatrix` opened: its kernel is chosen and prepared. */
export interface OpenedMatrix<N extends ValueArray = Float64Array> extends Matrix<N> {
  readonly plan: Plan;
}

/** One that was opened on processors alone. */
export interface SyncMatrix<N extends ValueArray = Float64Array> extends OpenedMatrix<N> {
  /** y ← Ax at once, into `into` where it is given. Errors: those of `multiply`. */
  multiplySync(x: VectorLike, into?: N): N;
}

/** What `openMatrix` gives for the backends `B` that may be chosen: on processors alone products are also there at once, but for precisions of 16 bits. */
export type MatrixOf<B extends string, P extends Precision> = [B, P] extends [CpuBackend, 'f64' | 'f32']
  ? SyncMatrix<NumbersOf<P>>
  : OpenedMatrix<NumbersOf<P>>;
