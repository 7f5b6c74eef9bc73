import type { Complex, ComplexCoo, CooMatrix, Disposal, Pairs, Scalar, Shape } from '@spmv/core';
import type { SolveOptions, SolveResult } from '@spmv/solvers';
import type { VectorLike } from '../choice.ts';
import type { Making } from '../making.ts';

/** Complex precisions, and the arrays of pairs of each. */
export interface ComplexArrays {
  readonly c128: Pairs;
  readonly c64: Pairs<Float32Array>;
}

/** `c128`: two f64 for each number; `c64`: two f32. */
export type ComplexPrecision = keyof ComplexArrays;

/** What y ← αAx + βy is given besides x. */
export interface ComplexProductOptions<N> {
  /** A number, or `[real, imaginary]`. Default 1. */
  readonly alpha?: Scalar;
  /** Default 0: y is not read. */
  readonly beta?: Scalar;
  /** Pairs; written, and read unless β = 0. Default: a new array. */
  readonly y?: N;
}

/** What computes y ← Ax. */
export interface ComplexPlace {
  readonly backend: string;
  readonly device: string;
  readonly format: string;
  /** Of y ← Ax; `T` and `H` have their own. */
  readonly kernel: string;
  /** Faster kernels whose compiled code is not on this machine, and what to install. */
  readonly passedOver: Making['passedOver'];
}

/**
 * An m × n matrix of complex numbers. Vectors are pairs: real and imaginary part of each number in turns, as NumPy's complex128 and complex64 lie in memory. Entries are held as COO, 24 bytes each.
 */
export interface ComplexMatrix<P extends ComplexPrecision = 'c128'> extends Disposal {
  readonly shape: Shape;
  readonly nnz: number;
  readonly precision: P;
  /** What is odd about the file it was read from, a sentence each. */
  readonly warnings: readonly string[];
  /** Undefined before the first product of `T` and `H`. */
  readonly place: ComplexPlace | undefined;
  /** Aᵀ, without conjugation. Disposing of any of them disposes of all. */
  readonly T: ComplexMatrix<P>;
  /** Aᴴ, the conjugated transpose. */
  readonly H: ComplexMatrix<P>;
  /**
   * y ← αAx + βy, of what x and y are at the call; 2n numbers in x, 2m in y. A scalar without an imaginary part multiplies as a real number.
   * Errors: `OPERAND.LENGTH`, `OPERAND.TYPE`, `OPERAND.SCALAR` for β without y, `PARAM.UNKNOWN`, `KERNEL.NONE`, `LIFETIME.DISPOSED`.
   */
  multiply(x: VectorLike, options?: ComplexProductOptions<ComplexArrays[P]>): Promise<ComplexArrays[P]>;
  /**
   * Solves Ax = b where and in the precision in which products are computed, with the options of `Matrix.solve`: conjugate gradients and MINRES where A is Hermitian, GMRES, BiCGSTAB or least squares, in complex
   * arithmetic. Factors (Cholesky where A is Hermitian and positive definite, LDLᵀ, LU), and on processors methods with `ict`, `ilut`, `ssor` or `multigrid`, are of the real system of twice the size that does the same to
   * pairs. x and b are pairs.
   *
   * Errors: those of `Matrix.solve`; `KERNEL.NONE` where the backend has no kernels of vectors in the precision; `SOLVER.UNFIT` for preconditioners of that real system on a GPU.
   */
  solve(b: VectorLike, options?: SolveOptions): Promise<SolveResult<ComplexArrays[P]>>;
  /** Element (i, j), 0 where there is no entry. Errors: `FORMAT.INDEX_RANGE`. */
  get(i: number, j: number): Complex;
  /** Matrices of the real parts, the imaginary parts and the absolute values, at the same places: entries for `openMatrix` and `spmv/build`. */
  real(): CooMatrix;
  imaginary(): CooMatrix;
  abs(): CooMatrix;
  /** The entries: sorted by row, then column, in arrays of the caller's own. */
  entries(): ComplexCoo;
  /** Writes the entries to a file, as `Matrix.save`. Errors: `FILE.UNSUPPORTED`, `FILE.WRITE`. */
  save(path: string | URL): Promise<void>;
  /** Closes its backend. Waits for products that are under way. */
  dispose(): Promise<void>;
}
