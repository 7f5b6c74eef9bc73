import { cooFromEntries, matrixStatistics } from '@spmv/core';
import { expect, it } from 'vitest';
import { advice } from '../src/documents/advice.ts';
import type { StorageRow } from '../src/documents/storage-rows.ts';

const STATISTICS = matrixStatistics(
  cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [1, 0], values: [3, 3] }),
);

function row(format: string, bytes: number, refusal: string | null = null): StorageRow {
  return { format, params: {}, valueType: 'f64', bytes, slots: 2, padding: 0, refusal, fix: null };
}

it.each([
  [
    'half of a symmetric matrix, with what it saves',
    [row('csr', 1000), row('symmetric', 520)],
    /symmetric stores 52\.0 %/u,
  ],
  ['nothing of the kind where it saves little', [row('csr', 1000), row('symmetric', 990)], undefined],
  [
    'nor where its format refuses the matrix',
    [row('csr', 1000), row('symmetric', 0, 'it is not symmetric')],
    undefined,
  ],
  ['nor where its format is not installed', [row('csr', 1000)], undefined],
])('info advises %s', (_what, storage, expected) => {
  const found = advice(STATISTICS, storage).filter((text) => text.includes('symmetric'));
  if (expected === undefined) expect(found).toEqual([]);
  else expect(found.join(' ')).toMatch(expected);
});

it('info says of ELLPACK what ELLPACK takes, not what a variant with other arrays does', () => {
  const [first] = advice(STATISTICS, [row('csr', 1000), row('ellpack-r', 1200), row('ellpack', 1100)]);
  expect(first).toContain('ELLPACK needs only 1.10 times the bytes of CSR');
});
