import type { CooMatrix, SparseFormat, Kernel } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { kernelCases, runCases } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { threads } from '../src/index.ts';

/** The lower triangle of a symmetric matrix as CSR: a format that accepts square matrices alone, and looks at values. */
function lowerOf({ shape, rowIndex, colIndex, values }: CooMatrix): CooMatrix {
  const kept = Array.from(values.keys()).filter((k) => (colIndex[k] as number) <= (rowIndex[k] as number));
  const pick = (from: ArrayLike<number>): number[] => kept.map((k) => from[k] as number);
  return cooFromEntries(shape, { rowIndex: pick(rowIndex), colIndex: pick(colIndex), values: pick(values) });
}

function isSymmetric({ shape, rowIndex, colIndex, values }: CooMatrix): boolean {
  const at = new Map(Array.from(values, (value, k) => [`${rowIndex[k]} ${colIndex[k]}`, value]));
  return (
    shape.rows === shape.cols && values.every((value, k) => Object.is(at.get(`${colIndex[k]} ${rowIndex[k]}`), value))
  );
}

const symmetric: SparseFormat = {
  ...(csr as SparseFormat),
  id: 'acme/symmetric',
  layout: {
    rowStart: { element: 'i32', length: 'rows + 1', doc: '' },
    colIndex: { element: 'i32', length: 'stored', doc: '' },
    values: { element: 'value', length: 'stored', doc: '' },
  },
  scalars: { stored: 'Entries of the triangle.' },
  plan({ shape, nnz, positions, values }) {
    const coo = positions && values && { shape, ...positions, values };
    if (!coo || !isSymmetric(coo)) return { refusal: 'it is not symmetric', fix: 'Use csr.' };
    return { scalars: { stored: lowerOf(coo).values.length }, slots: nnz };
  },
  build: (coo, { arrays }) => {
    const lower = lowerOf(coo);
    for (const i of lower.rowIndex) arrays['rowStart']?.fill((arrays['rowStart'][i + 1] ?? 0) + 1, i + 1);
    arrays['colIndex']?.set(lower.colIndex);
    arrays['values']?.set(lower.values);
  },
};

/** Each row of the triangle adds to the rows of its columns, whoever writes them at the same time. */
const scatter = `export function scatter({ arrays, x, y, alpha, beta, begin, end, rows }) {
  const { rowStart, colIndex, values } = arrays;
  if (begin === 0) for (let i = 0; i < rows; i++) y[i] = beta === 0 ? 0 : beta * y[i];
  for (let i = begin; i < end; i++) for (let k = rowStart[i]; k < rowStart[i + 1]; k++) {
    const j = colIndex[k];
    y[i] += alpha * values[k] * x[j];
    if (j < i) y[j] += alpha * values[k] * x[i];
  }
}`;

const kernel: Kernel<'js'> = {
  kind: 'kernel',
  id: 'js/acme/symmetric',
  operation: 'spmv',
  target: 'js',
  format: 'acme/symmetric',
  title: 'races',
  sources: [],
  precisions: [{ precision: 'f64', accumulator: 'f64' }],
  reproducibility: 'none',
  requires: [],
  params: { axes: {} },
  program: ({ matrix }) => ({
    passes: [
      {
        module: `data:text/javascript,${encodeURIComponent(scatter)}`,
        export: 'scatter',
        partition: { unit: 'rows', count: matrix.shape.rows },
      },
    ],
  }),
};

it(
  'a symmetric kernel that races on two threads does not conform, whichever thread comes first',
  { timeout: 240_000 },
  async () => {
    const cases = kernelCases({
      kernel: kernel as Kernel,
      format: symmetric,
      backend: threads,
      params: { threads: [2], schedule: ['balanced'], chunk: [0] },
    });
    const report = await runCases(cases, { subject: 'races' });
    expect(report.conforms).toBe(false);
    expect(report.notTried).toEqual([]);
    // The case that needs no chance to see it.
    expect(report.cases.find(({ id }) => id.endsWith('/partition'))).toMatchObject({ status: 'failed' });
  },
);
