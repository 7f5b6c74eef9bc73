import { buildMatrix, checkStored, cooFromEntries, storageBytes, structureOf } from '@spmv/core';
import type { CooMatrix } from '@spmv/core';
import { expect, it } from 'vitest';
import { packed } from '../src/packed.ts';

/** Rows of the given lengths with pseudo-random columns. */
function matrix(lengths: readonly number[], cols: number): CooMatrix {
  const rowIndex: number[] = [];
  const colIndex: number[] = [];
  const values: number[] = [];
  let state = 1;
  lengths.forEach((length, row) => {
    const used = new Set<number>();
    while (used.size < length) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      used.add(state % cols);
    }
    for (const column of used) {
      rowIndex.push(row);
      colIndex.push(column);
      values.push(row + column / 7);
    }
  });
  return cooFromEntries({ rows: lengths.length, cols }, { rowIndex, colIndex, values });
}

const mixed = matrix(
  Array.from({ length: 211 }, (_, i) => (i % 17 === 0 ? 0 : i % 31 === 0 ? 700 : (i * 7) % 40)),
  100_000,
);

it.each([
  ['mixed rows', mixed, { steps: 4, window: 64 }],
  ['long rows that are split', matrix([3, 900, 1, 0, 257], 2000), { steps: 2, window: 32 }],
  ['one window for all', mixed, { steps: 16, window: 4096 }],
  ['no rows', matrix([], 5), { steps: 4, window: 32 }],
  ['only empty rows', matrix([0, 0, 0], 5), { steps: 4, window: 32 }],
] as const)('%s: built as planned, checked, read back exactly', (_name, coo, params) => {
  const stored = buildMatrix(packed, coo, { params });
  expect(checkStored(packed, stored, structureOf(coo))).toEqual([]);
  expect(packed.toCoo(stored as never)).toEqual(coo);
});

it('a stencil takes little more than a byte per column, and neighbouring rows no segments', () => {
  const n = 4096;
  const rowIndex: number[] = [];
  const colIndex: number[] = [];
  for (let i = 64; i < n - 64; i++) {
    for (const d of [-64, -1, 0, 1, 64]) {
      rowIndex.push(i);
      colIndex.push(i + d);
    }
  }
  const coo = cooFromEntries({ rows: n, cols: n }, { rowIndex, colIndex, values: rowIndex.map(() => 1) });
  const stored = buildMatrix(packed, coo, { params: { steps: 8, window: 32 } });
  // A byte an entry, and 32 bytes of bases a slice.
  expect((stored.arrays['columns'] as Uint8Array).length).toBeLessThanOrEqual(coo.values.length + 32 * (n / 32));
  expect((stored.arrays['segments'] as Int32Array).length).toBe(0);
  expect(storageBytes(stored) / coo.values.length).toBeLessThan(8 + 1 + 0.2 + 0.2);
});
