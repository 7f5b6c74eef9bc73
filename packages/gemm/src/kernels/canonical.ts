import type { DenseLayout, KernelContext } from '@spmv/core';

/** A matrix of a product in the role it has for a kernel: the layout that the kernel sees, and whose memory it is. */
export interface CanonicalMatrix extends DenseLayout {
  /** The operand of the operation that lies there. */
  readonly name: 'A' | 'B' | 'C';
}

/** A product whose result lies by rows: out (m × n) ← alpha·left (m × k)·right (k × n) + beta·out. */
export interface CanonicalProduct {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly batch: number;
  readonly left: CanonicalMatrix;
  readonly right: CanonicalMatrix;
  /** Its order is always `row`. */
  readonly out: CanonicalMatrix;
}

/** The transposed matrix in the same memory: what lies by rows now lies by columns. */
export function transposed(matrix: CanonicalMatrix): CanonicalMatrix {
  return { ...matrix, rows: matrix.cols, cols: matrix.rows, order: matrix.order === 'row' ? 'column' : 'row' };
}

/**
 * The same product with its result by rows. C by columns is Cᵀ by rows, and Cᵀ = BᵀAᵀ: B is then on the left, m and n change places. So a
 * kernel has four ways to read (left and right by rows or by columns) and one to write.
 */
export function canonicalProduct({ layouts }: Pick<KernelContext, 'layouts'>): CanonicalProduct {
  const { A, B, C } = layouts;
  if (!A || !B || !C) throw new RangeError('a product has layouts A, B and C');
  const [a, b, c] = [{ ...A, name: 'A' } as const, { ...B, name: 'B' } as const, { ...C, name: 'C' } as const];
  const [left, right, out] = C.order === 'row' ? [a, b, c] : [transposed(b), transposed(a), transposed(c)];
  return { m: out.rows, n: out.cols, k: left.cols, batch: out.batch, left, right, out };
}

/** Tiles of so many rows and columns in the results of a batch. */
export function tileCount({ m, n, batch }: CanonicalProduct, rows: number, cols: number): number {
  return Math.ceil(m / rows) * Math.ceil(n / cols) * batch;
}
