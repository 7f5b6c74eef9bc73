import type { Operation, Vector } from '@spmv/core';
import { ACCURACY } from './accuracy.ts';
import { gemmReference } from './reference.ts';
import { mostSamples } from './samples.ts';

/** What a product C ← αAB + βC is given. */
export type GemmArguments = readonly [A: Vector, B: Vector, C: Vector, alpha?: number, beta?: number];

/**
 * Dense matrix times dense matrix: C ← αAB + βC, and `batch` of them at once.
 *
 * A: m × k, B: k × n, C: m × n, each with an order and a leading dimension of its own. Transposition is an order: where Aᵀ lies by rows, A
 * lies by columns. A batch has a stride for each operand, 0 for one matrix A or B that all products share. alpha defaults to 1, beta to 0. NaN and
 * the infinities are numbers like any other. Reads A and B unless α = 0, reads C unless β = 0, writes all of C and no gap. C must be neither A nor B.
 * Element (i, j) is judged by γ(k+3)·(|α||A||B| + |β||C|)ᵢⱼ; an `accuracy` other than full allows what `narrowingOf` says on top.
 */
export const gemm: Operation<GemmArguments> = {
  kind: 'operation',
  id: 'gemm',
  title: 'Dense matrix-matrix product',
  formula: 'C ← αAB + βC',
  sources: [],
  options: { accuracy: ACCURACY },
  sizes: {
    m: { default: 64, doc: 'Rows of A and C.' },
    n: { default: 64, doc: 'Columns of B and C.' },
    k: { default: 64, doc: 'Columns of A, rows of B.' },
    batch: { default: 1, doc: 'Products, each of matrices of its own.' },
  },
  operands: () => [
    { role: 'dense', name: 'A', rows: 'm', cols: 'k', batch: 'batch', access: 'read' },
    { role: 'dense', name: 'B', rows: 'k', cols: 'n', batch: 'batch', access: 'read' },
    { role: 'dense', name: 'C', rows: 'm', cols: 'n', batch: 'batch', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['m', 'n', 'k', 'batch'], scalars: ['alpha'] },
  flops: ({ m = 0, n = 0, k = 0, batch = 1 }) => 2 * m * n * k * batch,
  reference: (problem) => ({ C: gemmReference(problem) }),
  judged: ({ m = 0, n = 0, k = 0, batch = 1 }) => ({ C: batch * mostSamples(m, n, k, batch) }),
  checks: [
    { name: 'alpha=-1, beta=1', scalars: { alpha: -1, beta: 1 } },
    { name: 'alpha=0.75, beta=-0.5', scalars: { alpha: 0.75, beta: -0.5 } },
  ],
  trials: [
    { m: 1, n: 1, k: 1 },
    { m: 1, n: 37, k: 70 },
    { m: 70, n: 1, k: 37 },
    { m: 5, n: 7, k: 3, batch: 11 },
    { m: 33, n: 17, k: 1, batch: 2 },
    { m: 130, n: 70, k: 67 },
    { m: 129, n: 257, k: 33 },
    { m: 16, n: 16, k: 300, batch: 3 },
  ],
};
