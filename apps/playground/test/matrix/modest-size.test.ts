import { generateMatrix } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { requireModest } from '../../src/matrix/modest-size.ts';
import type { LoadProgress } from '../../src/matrix/protocol.ts';
import { readSource } from '../../src/matrix/read-source.ts';

test.each([
  ['diagonal', { rows: 2 ** 31 - 1 }],
  ['tridiagonal', { rows: 2 ** 26 }],
  ['stencil27', { n: 200 }],
  ['dense', { rows: 10_000 }],
  ['random', { rows: 1_000_000, perRow: 1000 }],
  ['random', { rows: 2 ** 30, perRow: 0 }],
])('%s of %o is refused before it is made', (name, options) => {
  expect(() => generateMatrix(name, options, (size) => requireModest(name, size))).toThrow(/a page makes at most/u);
});

test('what is made is announced before', async () => {
  const told: LoadProgress[] = [];
  const { coo } = await readSource({ kind: 'generated', generator: 'stencil5', params: { n: '30' } }, (progress) =>
    told.push(progress),
  );
  expect(told).toEqual([{ bytes: 0, entries: 0, totalEntries: coo.values.length }]);
});
