import type { DenseLayout, DenseOrder } from '@spmv/core';
import { denseSteps } from '@spmv/core';
import { expect, it } from 'vitest';
import { canonicalProduct } from '../src/kernels/canonical.ts';

const ORDERS: readonly DenseOrder[] = ['row', 'column'];
const SIZES = { m: 3, n: 5, k: 2, batch: 2 };

/** A layout with a gap of `gap` behind every row or column, and of one element behind every matrix. */
function layout(rows: number, cols: number, order: DenseOrder, gap: number): DenseLayout {
  const leadingDimension = (order === 'row' ? cols : rows) + gap;
  const lines = order === 'row' ? rows : cols;
  return { rows, cols, order, leadingDimension, batch: SIZES.batch, batchStride: leadingDimension * lines + 1 };
}

/** Element (i, j) of matrix b. */
function at(matrix: DenseLayout, b: number, i: number, j: number): number {
  const { row, col } = denseSteps(matrix);
  return b * matrix.batchStride + i * row + j * col;
}

const length = ({ batch, batchStride }: DenseLayout): number => batch * batchStride;

it.each(ORDERS.flatMap((a) => ORDERS.flatMap((b) => ORDERS.map((c) => [a, b, c] as const))))(
  'A by %s, B by %s, C by %s: computed by rows of C, the product is the same',
  (a, b, c) => {
    const { m, n, k, batch } = SIZES;
    const layouts = { A: layout(m, k, a, 1), B: layout(k, n, b, 2), C: layout(m, n, c, 3) };
    const memory = {
      A: Float64Array.from({ length: length(layouts.A) }, (_, i) => (i * 7) % 11),
      B: Float64Array.from({ length: length(layouts.B) }, (_, i) => (i * 5) % 13),
      C: new Float64Array(length(layouts.C)).fill(-1),
    };
    const { left, right, out, ...sizes } = canonicalProduct({ layouts });
    expect(out.order).toBe('row');
    expect([left.rows, left.cols, right.rows, right.cols, out.rows, out.cols]).toEqual([
      sizes.m,
      sizes.k,
      sizes.k,
      sizes.n,
      sizes.m,
      sizes.n,
    ]);
    for (let q = 0; q < sizes.batch; q++) {
      for (let i = 0; i < sizes.m; i++) {
        for (let j = 0; j < sizes.n; j++) {
          let sum = 0;
          for (let l = 0; l < sizes.k; l++)
            sum += (memory[left.name][at(left, q, i, l)] ?? NaN) * (memory[right.name][at(right, q, l, j)] ?? NaN);
          memory[out.name][at(out, q, i, j)] = sum;
        }
      }
    }
    const expected = new Float64Array(length(layouts.C)).fill(-1);
    for (let q = 0; q < batch; q++) {
      for (let i = 0; i < m; i++) {
        for (let j = 0; j < n; j++) {
          let sum = 0;
          for (let l = 0; l < k; l++)
            sum += (memory.A[at(layouts.A, q, i, l)] ?? NaN) * (memory.B[at(layouts.B, q, l, j)] ?? NaN);
          expected[at(layouts.C, q, i, j)] = sum;
        }
      }
    }
    expect(memory.C).toEqual(expected);
  },
);
