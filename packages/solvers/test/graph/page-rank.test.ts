import { serial, plugin as serialPlugin } from '@spmv/backend-serial';
import { createRegistry, openBackend } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { randomUniform } from '@spmv/testkit';
import { plugin as vectors } from '@spmv/vectors';
import { expect, it } from 'vitest';
import { pageRank } from '../../src/index.ts';
import { cooOf, denseOf, difference, eliminate } from '../dense.ts';

const random = randomUniform({ rows: 40, cols: 40, density: 0.08, seed: 3 });
const graph = { ...random, values: random.values.map(Math.abs) };

/** x = d(P + v·danglingᵀ)x + (1 − d)v, by elimination. */
function solved(links: readonly (readonly number[])[], v: readonly number[], damping: number): Float64Array {
  const n = links.length;
  const totals = links.map((row) => row.reduce((sum, value) => sum + value, 0));
  const rows = Array.from({ length: n }, (_, j) =>
    Array.from({ length: n }, (_unused, i) => {
      const total = totals[i] as number;
      const share = total === 0 ? (v[j] as number) : (links[i]?.[j] as number) / total;
      return (i === j ? 1 : 0) - damping * share;
    }),
  );
  return eliminate(
    rows,
    v.map((value) => (1 - damping) * value),
  );
}
const even = Array.from({ length: 40 }, () => 1 / 40);

it.each([0.5, 0.85, 0.99])('finds the ranks that elimination finds, damped by %d', async (damping) => {
  const found = await pageRank(graph, { damping, tol: 1e-13, maxiter: 5000 });
  expect(found.converged).toBe(true);
  expect(found.ranks.reduce((sum, rank) => sum + rank, 0)).toBeCloseTo(1, 12);
  expect(difference(found.ranks, solved(denseOf(graph), even, damping))).toBeLessThan(1e-9);
});

it('sends what leads nowhere where the walk begins anew', async () => {
  const links = [
    [0, 1, 1],
    [0, 0, 1],
    [0, 0, 0],
  ];
  const v = [0.2, 0, 0.8];
  const found = await pageRank(cooOf(links), { personalization: [1, 0, 4], tol: 1e-14 });
  expect(found.danglingCount).toBe(1);
  expect(difference(found.ranks, solved(links, v, 0.85))).toBeLessThan(1e-10);
});

it('finds the same for weights whose sums no number holds, whatever those of other nodes are', async () => {
  const links = [
    [0, 1, 1, 1],
    [2, 0, 1, 0],
    [1, 1, 1, 0],
    [0, 0, 3, 0],
  ];
  const sizes = [1.7e308 / 2, 5e307, 1e-300, 5e-324];
  const huge = links.map((row, i) => row.map((value) => value * (sizes[i] as number)));
  const found = await pageRank(cooOf(huge), { personalization: [1e308, 1e308, 1e308, 1e308], tol: 1e-13 });
  expect([found.converged, found.danglingCount]).toEqual([true, 0]);
  expect(difference(found.ranks, solved(links, [0.25, 0.25, 0.25, 0.25], 0.85))).toBeLessThan(1e-10);
});

it('finds the same on a backend, looked at seldom', async () => {
  const backend = await openBackend(serial);
  const registry = createRegistry([serialPlugin, formats, vectors]);
  const expected = await pageRank(graph, { tol: 1e-12 });
  const found = await pageRank(graph, { tol: 1e-12, place: { backend, registry }, checkEvery: 7 });
  expect([found.converged, found.place]).toEqual([true, expect.stringContaining('serial')]);
  expect(difference(found.ranks, expected.ranks)).toBeLessThan(1e-9);
  await backend.dispose();
});

it.each([
  [
    'no links',
    cooOf([
      [0, 0],
      [0, 0],
    ]),
    [0.5, 0.5],
  ],
  ['one node that leads to itself', cooOf([[1]]), [1]],
  [
    'a circle',
    cooOf([
      [0, 1],
      [1, 0],
    ]),
    [0.5, 0.5],
  ],
])('ranks %s', async (_name, links, ranks) => {
  expect([...(await pageRank(links)).ranks]).toEqual(ranks);
});

it('ranks no node', async () => {
  const none = await pageRank({
    shape: { rows: 0, cols: 0 },
    rowIndex: new Int32Array(0),
    colIndex: new Int32Array(0),
    values: new Float64Array(0),
  });
  expect([none.ranks.length, none.converged]).toEqual([0, true]);
});

it('says that the limit was reached, and by a signal', async () => {
  const limited = await pageRank(graph, { maxiter: 3, tol: 1e-14 });
  expect([limited.reason, limited.iterations, limited.converged]).toEqual(['limit', 3, false]);
  const controller = new AbortController();
  const stopped = await pageRank(graph, { tol: 1e-14, signal: controller.signal, callback: () => controller.abort() });
  expect([stopped.reason, stopped.iterations]).toEqual(['aborted', 1]);
});

it.each([
  ['a graph that is not square', cooOf([[1, 2]]), {}, 'SOLVER.UNFIT'],
  [
    'a negative weight',
    cooOf([
      [0, -1],
      [1, 0],
    ]),
    {},
    'SOLVER.NOT_FINITE',
  ],
  ['damping above 1', cooOf([[1]]), { damping: 1.5 }, 'PARAM.OUT_OF_RANGE'],
  ['weights without a sum', cooOf([[1]]), { personalization: [0] }, 'PARAM.OUT_OF_RANGE'],
  ['weights of another length', cooOf([[1]]), { personalization: [1, 1] }, 'OPERAND.LENGTH'],
])('refuses %s', async (_name, links, options, code) => {
  await expect(pageRank(links, options)).rejects.toMatchObject({ code });
});
