import { expect, test } from 'vitest';
import { axisTicks } from '../../src/data/axis-ticks.ts';
import { scaleEnds, sizeColour } from '../../src/data/size-scale.ts';
import { dotAxis, dotTicks } from '../../src/data/storage-dots.tsx';
import type { PageStorageRow } from '../../src/matrix/storage-rows.ts';

test('an axis names whole numbers, as many as there is room for', () => {
  expect(axisTicks([0, 1813], 5)).toEqual([0, 500, 1000, 1500]);
  expect(axisTicks([7, 12], 9)).toEqual([7, 8, 9, 10, 11]);
  expect(axisTicks([0, 2 ** 31 - 1], 3)).toEqual([0, 1e9, 2e9]);
  expect(axisTicks([0, 0], 5)).toEqual([]);
});

test('colours of sizes go from the low end to the largest, and what is not finite has its own', () => {
  const ink = {
    scale: [
      [0, 0, 0],
      [100, 0, 0],
      [200, 0, 0],
    ],
    bad: [1, 2, 3],
  } as const;
  const sizes = { least: 1e-18, most: 10, zeros: 1, notFinite: 1 };
  expect(scaleEnds(sizes)).toEqual([-5, 1]);
  expect([-Infinity, -9, -5, -2, 1].map((log) => sizeColour(log, sizes, ink)[0])).toEqual([0, 0, 0, 100, 200]);
  expect(sizeColour(Infinity, sizes, ink)).toEqual([1, 2, 3]);
  expect(sizeColour(0, { least: 1, most: 1, zeros: 0, notFinite: 0 }, ink)).toEqual([200, 0, 0]);
});

test('storage has an axis on which CSR is 1, all dots have a place, and some times have a name', () => {
  const row = (format: string, bytes: number, paddingBytes = 0): PageStorageRow =>
    ({ format, bytes, paddingBytes }) as PageStorageRow;
  const axis = dotAxis([row('csr', 100), row('ellpack', 20_000, 19_950), row('csr16', 80)]);
  expect(axis?.csr).toBe(100);
  expect(axis?.low).toBeLessThan(0.5);
  expect(axis?.high).toBeGreaterThan(200);
  expect(axis && dotTicks(axis)).toEqual([1, 10, 100]);
  const near = dotAxis([row('csr', 100), row('ellpack', 600)]);
  expect(near && dotTicks(near)).toEqual([1, 2, 4]);
  expect(dotAxis([row('csr', 0)])).toBeUndefined();
});
