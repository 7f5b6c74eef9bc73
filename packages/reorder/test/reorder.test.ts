import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { expect, it } from 'vitest';
import { profileOf, reordered, reverseCuthillMckee } from '../src/index.ts';

function matrix(n: number, at: readonly (readonly [number, number])[]): CooMatrix {
  return cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: at.map(([i]) => i), colIndex: at.map(([, j]) => j), values: at.map((_, k) => k + 1) },
  );
}

/** An order by a linear congruence. */
function shuffled(n: number, seed: number): Int32Array {
  let state = seed;
  const order = Int32Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const j = state % (i + 1);
    [order[i], order[j]] = [order[j] as number, order[i] as number];
  }
  return order;
}

/** The five-point grid of m × m nodes. */
function grid(m: number): CooMatrix {
  const at: [number, number][] = [];
  for (let i = 0; i < m * m; i++)
    for (const [j, is] of [
      [i - m, i >= m],
      [i - 1, i % m > 0],
      [i, true],
      [i + 1, i % m < m - 1],
      [i + m, i < m * (m - 1)],
    ] as const)
      if (is) at.push([i, j]);
  return matrix(m * m, at);
}

const ascending = (n: number): number[] => Array.from({ length: n }, (_, i) => i);

it('finds the band of a path again', () => {
  const path = matrix(
    50,
    ascending(49).map((i) => [i, i + 1]),
  );
  const mixed = reordered(path, shuffled(50, 3));
  expect(profileOf(mixed).bandwidth).toBeGreaterThan(10);
  const order = reverseCuthillMckee(mixed);
  expect([...order].sort((a, b) => a - b)).toEqual(ascending(50));
  expect(profileOf(reordered(mixed, order))).toEqual({ bandwidth: 1, profile: 49 });
});

it('orders a grid as well as its rows do, whatever order it came in', () => {
  const mixed = reordered(grid(30), shuffled(900, 7));
  const { bandwidth, profile } = profileOf(reordered(mixed, reverseCuthillMckee(mixed)));
  expect(bandwidth).toBeLessThanOrEqual(31);
  expect(profile).toBeLessThan(profileOf(grid(30)).profile);
});

it('keeps every entry, with its value, and is undone by the inverse', () => {
  const A = matrix(6, [
    [0, 5],
    [1, 1],
    [2, 0],
    [3, 4],
    [4, 3],
    [5, 2],
  ]);
  const order = reverseCuthillMckee(A);
  const B = reordered(A, order);
  const back = new Int32Array(6);
  for (const [k, i] of order.entries()) back[i] = k;
  expect(reordered(B, back)).toEqual(A);
  for (let k = 1; k < B.rowIndex.length; k++)
    expect((B.rowIndex[k] as number) * 6 + (B.colIndex[k] as number)).toBeGreaterThan(
      (B.rowIndex[k - 1] as number) * 6 + (B.colIndex[k - 1] as number),
    );
});

it('orders an unsymmetric pattern by A + Aᵀ', () => {
  const upper = ascending(19).map((i) => [i, i + 1] as const);
  const both = [...upper, ...upper.map(([i, j]) => [j, i] as const)];
  expect(reverseCuthillMckee(matrix(20, upper))).toEqual(reverseCuthillMckee(matrix(20, both)));
});

it('orders parts that are not connected, rows without entries, and nothing', () => {
  const parts = matrix(9, [
    [0, 8],
    [8, 4],
    [1, 7],
    [3, 3],
  ]);
  const order = reverseCuthillMckee(parts);
  expect([...order].sort((a, b) => a - b)).toEqual(ascending(9));
  expect(profileOf(reordered(parts, order)).bandwidth).toBe(1);
  expect(reverseCuthillMckee(matrix(0, []))).toEqual(new Int32Array(0));
  expect(profileOf(matrix(0, []))).toEqual({ bandwidth: 0, profile: 0 });
  expect([...reverseCuthillMckee(matrix(3, []))].sort((a, b) => a - b)).toEqual([0, 1, 2]);
});

it('orders a row that is full, and a star', () => {
  const star = matrix(
    2000,
    ascending(1999).map((i) => [0, i + 1]),
  );
  const order = reverseCuthillMckee(star);
  expect([...order].sort((a, b) => a - b)).toEqual(ascending(2000));
  expect(profileOf(reordered(star, order)).bandwidth).toBeLessThanOrEqual(1998);
});

it('refuses what is not square, and orders that are none', () => {
  const wide = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0], colIndex: [2], values: [1] });
  expect(() => reverseCuthillMckee(wide)).toThrow(expect.objectContaining({ code: 'OPERAND.MATRIX' }));
  for (const order of [[0], [0, 0], [0, 2], [0, 0.5]])
    expect(() => reordered(matrix(2, [[0, 1]]), order)).toThrow(expect.objectContaining({ code: 'OPERAND.MATRIX' }));
});
