import { cooFromEntries } from '@spmv/core';
import { analyzeLu } from '@spmv/direct';
import { nativeFunctions } from '@spmv/kernels-native';
import { expect, test } from 'vitest';
import { unless } from '../../../../tools/needs.ts';
import { eliminate } from '../../src/lu/eliminate.ts';
import { nativeLu } from '../../src/lu/native-lu.ts';
import { workOf } from '../../src/lu/work.ts';
import { missingNative } from '../missing-native.ts';

/** Eliminates a matrix many of whose columns depend on others; `room` in L at first, the usual one where left out. */
function eliminated(seed: number, columns: typeof eliminate, room?: number) {
  let state = seed;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const n = 300;
  const places = new Map<number, number>();
  for (let i = 0; i < n; i++) {
    places.set(i * n + i, 0);
    for (let k = 0; k < 2; k++) places.set(i * n + Math.floor(n * next()), next() - 0.5);
  }
  const at = [...places.keys()];
  const rowIndex = at.map((place) => Math.floor(place / n));
  const entries = { rowIndex, colIndex: at.map((place) => place % n), values: [...places.values()] };
  const coo = cooFromEntries({ rows: n, cols: n }, entries);
  const analysis = analyzeLu(coo);
  const values = Float64Array.from(analysis.columns.from, (k) => coo.values[k] as number);
  const work = workOf(analysis, values, 1, Infinity);
  if (room !== undefined) Object.assign(work.L, { row: new Int32Array(room), values: new Float64Array(room) });
  for (let j = 0; j < n;) j = columns(work, j, 1e4);
  return work;
}

const SEEDS = Array.from({ length: 20 }, (_, k) => k + 1);

test('columns without a pivot leave room for the rows that they leave', () => {
  for (const seed of SEEDS) {
    const [narrow, wide] = [eliminated(seed, eliminate, 0), eliminated(seed, eliminate, 1e6)];
    expect(narrow.rowAt).toContain(-1);
    expect([seed, narrow.rowAt, narrow.pivots]).toEqual([seed, wide.rowAt, wide.pivots]);
  }
});

test('compiled code leaves as much', unless(missingNative), () => {
  const { columns } = nativeLu(nativeFunctions());
  for (const seed of SEEDS) {
    const [compiled, plain] = [eliminated(seed, columns as typeof eliminate), eliminated(seed, eliminate)];
    expect([seed, compiled.rowAt]).toEqual([seed, plain.rowAt]);
  }
});
