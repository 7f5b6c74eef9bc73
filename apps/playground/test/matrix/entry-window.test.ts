import { randomUniform } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { entryWindow } from '../../src/matrix/entry-window.ts';

const COO = randomUniform({ rows: 50, cols: 40, perRow: 5, seed: 7 });

test('a part has its entries in order, with their places in the whole', () => {
  const { rowIndex, colIndex, values, cut } = entryWindow(COO, { rows: [10, 20], cols: [5, 25], most: 1000 });
  const wanted = [...COO.values.keys()].filter((k) => {
    const i = COO.rowIndex[k] as number;
    const j = COO.colIndex[k] as number;
    return i >= 10 && i < 20 && j >= 5 && j < 25;
  });
  expect(wanted.length).toBeGreaterThan(10);
  expect([...rowIndex]).toEqual(wanted.map((k) => COO.rowIndex[k]));
  expect([...colIndex]).toEqual(wanted.map((k) => COO.colIndex[k]));
  expect([...values]).toEqual(wanted.map((k) => COO.values[k]));
  expect(cut).toBe(false);
});

test('says when there are more than were asked for', () => {
  const { values, cut } = entryWindow(COO, { rows: [0, 50], cols: [0, 40], most: 3 });
  expect([values.length, cut]).toEqual([3, true]);
  expect(entryWindow(COO, { rows: [0, 0], cols: [0, 40], most: 3 }).values.length).toBe(0);
});
