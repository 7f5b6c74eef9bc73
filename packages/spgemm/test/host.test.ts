import type { CooMatrix } from '@spmv/core';
import { rowStartOf } from '@spmv/core';
import { randomUniform } from '@spmv/testkit';
import { expect, it } from 'vitest';
import type { CsrMatrix } from '../src/index.ts';
import { beginProductOnHost } from '../src/index.ts';

const csrOf = ({ shape, colIndex, values, ...coo }: CooMatrix): CsrMatrix => ({
  shape,
  colIndex,
  values,
  rowStart: rowStartOf({ shape, colIndex, values, ...coo }),
});

/** Sums of AB by place, in the order of A's rows. */
function sumsOf(A: CooMatrix, B: CooMatrix): Map<string, number> {
  const sums = new Map<string, number>();
  A.rowIndex.forEach((i, k) =>
    B.rowIndex.forEach((l, q) => {
      if (l !== A.colIndex[k]) return;
      const place = `${i} ${B.colIndex[q]}`;
      sums.set(place, (sums.get(place) ?? 0) + (A.values[k] ?? 0) * (B.values[q] ?? 0));
    }),
  );
  return sums;
}

it('multiplies without a backend, its rows in any order once their lengths and terms are known', () => {
  const [left, right] = [
    randomUniform({ rows: 30, cols: 20, density: 0.2, seed: 1 }),
    randomUniform({ rows: 20, cols: 40, density: 0.2, seed: 2 }),
  ];
  const [A, B] = [csrOf(left), csrOf(right)];
  const { C, termStart, fill } = beginProductOnHost(A, B);
  const terms = A.colIndex.reduce((sum, l) => sum + (B.rowStart[l + 1] ?? 0) - (B.rowStart[l] ?? 0), 0);
  expect([termStart[0], termStart[30]]).toEqual([0, terms]);
  fill(11, 30);
  expect(C.colIndex.subarray(0, C.rowStart[11])).toEqual(new Int32Array(C.rowStart[11] ?? 0));
  fill(0, 11);
  const found = new Map<string, number>();
  for (let i = 0; i < 30; i++)
    for (let k = C.rowStart[i] ?? 0; k < (C.rowStart[i + 1] ?? 0); k++)
      found.set(`${i} ${C.colIndex[k]}`, C.values[k] ?? 0);
  expect(found).toEqual(sumsOf(left, right));
  const none = csrOf(randomUniform({ rows: 0, cols: 20, density: 0 }));
  expect(beginProductOnHost(none, B).C.values).toHaveLength(0);
});
