import type { CooMatrix, Shape, ValueArray } from '@spmv/core';
import type { Answer, Numbers, When } from './choice.ts';
import type { Range } from './derive.ts';
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
   * promised. Numbers are rounded to the matrix's precision. No order of summation is promised.
   *
   * Errors: `OPERAND.LENGTH`; `OPERAND.SCALAR` for β without y; `LIFETIME.DISPOSED`.
   */
  multiply(x: Numbers, options?: ProductOptions<N>): Answer<N, W>;
  /**
   * Y ← AX for several vectors at once, which takes less time than one after another. The first of so many chooses and prepares a kernel for them, so that it
   * is a promise everywhere. Errors: `OPERAND.LENGTH`, and those of `openMatrix`.
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
  /** The min(m, n) elements (i, i), 0 where there is no entry. */
  diagonal(): Float64Array;
  /** The entries: sorted by row, then column. Not to be changed. */
  entries(): CooMatrix;
  /** The block of these rows and columns, all where they are left out. Errors: `FORMAT.INDEX_RANGE`. */
  slice(block: { readonly rows?: Range; readonly cols?: Range }): Promise<Matrix<N, W>>;
  /** A + γB, γ being 1 by default. Entries that cancel are kept as zeros. Errors: `FORMAT.INVALID` for another shape. */
  add(other: { entries(): CooMatrix }, gamma?: number): Promise<Matrix<N, W>>;
  /** γA. */
  scale(gamma: number): Promise<Matrix<N, W>>;
  /** Frees what it holds; the last matrix of shared backends closes them. Waits for products that are under way. */
  dispose(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
