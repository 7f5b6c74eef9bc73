import type { BackendDescriptor, ComplexCoo, Kernel, Precision } from '@spmv/core';
import { buildMatrix, complexFromEntries, openBackend, PRECISIONS, spmv, toValueType } from '@spmv/core';
import { judge } from '@spmv/core/oracle';
import { randomVector } from '@spmv/testkit';
import { symmetric } from '../src/index.ts';

/** What mirrored values are, by `skew`. */
export const KINDS = ['symmetric', 'skew-symmetric', 'Hermitian', 'skew-Hermitian'] as const;

type Entry = readonly [row: number, col: number, real: number, imaginary: number];

/** Every row with a few entries left of the diagonal, far and near, one row with all, and the diagonal as the kind has it. */
export function matrixOf(skew: number, rows = 230): ComplexCoo {
  const [negated, turned] = [(skew & 1) === 1, (skew & 2) === 2];
  const entries = Array.from({ length: rows }, (_, i): readonly Entry[] => {
    const columns =
      i === rows - 3 ? Array.from({ length: i }, (__, j) => j) : [i - 90, i - 7, i - 1].filter((j) => j >= 0);
    const lower = columns.map((j): Entry => [i, j, Math.sin(7 * i + j), Math.cos(3 * i - j)]);
    const upper = lower.map(([, j, re, im]): Entry => [j, i, negated ? -re : re, negated === turned ? im : -im]);
    const real = skew === 0 || skew === 2 ? Math.sin(i) : 0;
    const imaginary = skew === 0 || skew === 3 ? Math.cos(i) : 0;
    return [...lower, ...upper, ...(skew === 1 ? [] : [[i, i, real, imaginary] as const])];
  }).flat();
  const of = (part: 0 | 1 | 2 | 3) => entries.map((entry) => entry[part]);
  return complexFromEntries(
    { rows, cols: rows },
    { rowIndex: of(0), colIndex: of(1), values: entries.flatMap(([, , re, im]) => [re, im]) },
  );
}

/** The largest error of a product of a kernel, as a share of its bound. */
export async function errorRatio(
  descriptor: BackendDescriptor,
  kernel: Kernel,
  coo: ComplexCoo,
  precision: Precision,
  options: Readonly<Record<string, number>> = {},
): Promise<number> {
  const { host } = PRECISIONS[precision];
  const numbers = (seed: number) => toValueType(host, randomVector(2 * coo.shape.rows, { seed }));
  const backend = await openBackend(descriptor, options);
  try {
    const matrix = buildMatrix(symmetric, coo, { valueType: host });
    const operator = await backend.prepare({ operation: spmv, kernel, matrix, precision });
    const [x, y] = [backend.vector(numbers(1), precision), backend.vector(numbers(2), precision)];
    operator.apply(x, y, [0.75, -0.5], [-0.25, 2]);
    const { y: reference } = spmv.reference({
      complex: { ...coo, values: toValueType('f64', toValueType(host, coo.values)) as Float64Array },
      options: { transpose: false },
      sizes: {},
      layouts: {},
      buffers: { x: numbers(1), y: numbers(2) },
      scalars: { alpha: 0.75, alphaImaginary: -0.5, beta: -0.25, betaImaginary: 2 },
      precision,
      stored: precision,
    });
    return judge(await y.read(), reference, precision).errorRatio;
  } finally {
    await backend.dispose();
  }
}
