import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createPlate } from '../src/heat.ts';
import { heights } from '../src/levelling.ts';
import { membraneError } from '../src/membrane.ts';
import { topPages } from '../src/page-rank.ts';
import { commonNeighbours, openGraph, triangles, withinTwoSteps } from '../src/triangles.ts';

const sources = new URL('../src/', import.meta.url);

it('ranks the pages of Harvard in 2003, their own first', async () => {
  const file = fileURLToPath(new URL('../../../packages/cli/matrices/Harvard500.mtx.gz', import.meta.url));
  const pages = await topPages(file, 3);
  expect(pages[0]?.page).toBe(1);
  expect(pages.map(({ rank }) => rank)).toEqual(pages.map(({ rank }) => rank).toSorted((a, b) => b - a));
});

const first = (counts: Int32Array): readonly number[] => [
  ...counts.slice(0, 6),
  counts.reduce((sum, one) => sum + one),
];

it('counts what networkx 3.6 counts of the karate club', async () => {
  const file = fileURLToPath(new URL('../../../packages/mmio/fixtures/valid/lagraph_karate.mtx', import.meta.url));
  await using club = await openGraph(file);
  expect(await triangles(club)).toBe(45);
  expect(first(await withinTwoSteps(club))).toEqual([25, 22, 30, 22, 17, 17, 686]);
  const pairs = [
    [0, 33],
    [0, 1],
  ] as const;
  expect(await commonNeighbours(club, pairs)).toEqual([4, 7]);
});

it('counts what networkx 3.6 counts of Les Misérables', async () => {
  await using novel = await openGraph(fileURLToPath(new URL('../graphs/les-miserables.mtx', import.meta.url)));
  expect(await triangles(novel)).toBe(467);
  expect(first(await withinTwoSteps(novel))).toEqual([19, 54, 32, 44, 20, 17, 2498]);
  const [valjean, javert, cosette] = [73, 39, 18];
  const pairs = [
    [valjean, javert],
    [valjean, cosette],
  ] as const;
  expect(await commonNeighbours(novel, pairs)).toEqual([16, 8]);
});

it('finds a membrane with an error that falls with the square of the grid', async () => {
  const [coarse, fine] = [await membraneError(8), await membraneError(16)];
  expect([coarse.result.converged, fine.result.converged, fine.result.method]).toEqual([true, true, 'cg']);
  expect(coarse.error / fine.error).toBeGreaterThan(3.5);
  expect(fine.error).toBeLessThan(0.01);
});

it('fits heights to measurements that contradict each other', async () => {
  const found = await heights(3, [
    { from: 0, to: 1, rise: 1 },
    { from: 1, to: 2, rise: 1 },
    { from: 0, to: 2, rise: 2.3 },
  ]);
  expect(found.leastSquares).toBe(true);
  expect(found.heights.map((height) => Number(height.toFixed(6)))).toEqual([0, 1.1, 2.2]);
});

it('lets a wave of heat fade as the implicit step says', async () => {
  const [n, dt] = [20, 3];
  const wave = (i: number): number => Math.sin((Math.PI * (i + 1)) / (n + 1));
  const plate = await createPlate(n, dt, (i, j) => wave(i) * wave(j));
  const before = plate.temperatures[5 * n + 7] as number;
  await plate.step();
  const eigenvalue = 4 - 4 * Math.cos(Math.PI / (n + 1));
  expect(plate.temperatures[5 * n + 7]).toBeCloseTo(before / (1 + dt * eigenvalue), 7);
  await plate.dispose();
});

it.each(readdirSync(sources))('%s has at most 60 lines', (file) => {
  expect(readFileSync(new URL(file, sources), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
});
