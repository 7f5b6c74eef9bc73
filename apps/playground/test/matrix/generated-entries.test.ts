import { generateMatrix, matrixGenerators } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { generatedSize, requireModest } from '../../src/matrix/generated-entries.ts';

test.each(matrixGenerators.filter(({ name }) => name !== 'standin'))(
  '$name: the size is known before',
  ({ name, options }) => {
    const given = 'n' in options ? { n: 12 } : { rows: 300 };
    const { rows, entries } = generatedSize(name, given);
    const { shape, values } = generateMatrix(name, given);
    expect(rows).toBe(shape.rows);
    expect(entries).toBeGreaterThanOrEqual(0.8 * values.length);
  },
);

test.each([
  ['tridiagonal', { rows: 2 ** 31 - 1 }],
  ['stencil27', { n: 1000 }],
  ['dense', { rows: 100_000 }],
  ['random', { rows: 1_000_000, perRow: 1000 }],
  ['standin', { rows: 10, nnz: 1e12 }],
])('%s of %o is refused', (name, options) => {
  expect(() => requireModest(name, options)).toThrow(/a page makes at most/u);
});
