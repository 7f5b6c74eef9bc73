import type { Operation } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';

/**
 * y ← α(x + Σx) + βy, without a matrix: what asks a backend for everything that a program may want of it and that no kernel of SpMV need have.
 */
export const probe: Operation = {
  kind: 'operation',
  id: 'testkit/probe',
  title: 'Probe of passes',
  formula: 'y ← α(x + Σx) + βy',
  sources: [],
  options: {},
  sizes: { n: { default: 40, doc: 'Elements of x and y.' } },
  operands: () => [
    { role: 'vector', name: 'x', length: 'n', access: 'read' },
    { role: 'vector', name: 'y', length: 'n', access: 'update', factor: 'beta' },
    { role: 'scalar', name: 'alpha', default: 1 },
    { role: 'scalar', name: 'beta', default: 0 },
  ],
  trivial: { sizes: ['n'], scalars: ['alpha'] },
  flops: ({ n = 0 }) => 5 * n,
  reference: ({ sizes: { n = 0 }, buffers, scalars, precision }) => {
    const { x, y } = buffers;
    if (!x || !y) throw new RangeError('The probe needs x and y.');
    const place = Array.from({ length: n * n }, (_, k) => k);
    const coo = cooFromEntries(
      { rows: n, cols: n },
      {
        rowIndex: place.map((k) => Math.floor(k / n)),
        colIndex: place.map((k) => k % n),
        values: place.map((k) => (k % (n + 1) === 0 ? 2 : 1)),
      },
    );
    const { alpha = 1, beta = 0 } = scalars;
    return { y: spmvReference({ coo, x, y, alpha, beta }, precision) };
  },
  checks: [{ name: 'alpha=0.75, beta=-0.5', scalars: { alpha: 0.75, beta: -0.5 } }],
  trials: [{ n: 1 }, { n: 33 }, { n: 128 }],
};
