import { cooFromEntries } from '@spmv/core';
import { approximateMinimumDegree } from '@spmv/reorder';
import { describe, expect, test } from 'vitest';

function graph(n: number, edges: readonly (readonly [number, number])[]): ReturnType<typeof cooFromEntries> {
  return cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: edges.map(([i]) => i), colIndex: edges.map(([, j]) => j), values: edges.map(() => 1) },
  );
}

/** Entries of L, by eliminating one node after another. */
function fillOf(n: number, edges: readonly (readonly [number, number])[], order: Int32Array): number {
  const near = Array.from({ length: n }, () => new Set<number>());
  for (const [i, j] of edges) {
    if (i === j) continue;
    (near[i] as Set<number>).add(j);
    (near[j] as Set<number>).add(i);
  }
  let fill = n;
  for (const i of order) {
    const left = [...(near[i] as Set<number>)];
    fill += left.length;
    for (const a of left) {
      (near[a] as Set<number>).delete(i);
      for (const b of left) if (a !== b) (near[a] as Set<number>).add(b);
    }
  }
  return fill;
}

const gridEdges = (m: number): [number, number][] =>
  Array.from({ length: m * m }, (_, i) => i).flatMap((i): [number, number][] => [
    ...(i % m < m - 1 ? [[i, i + 1] as [number, number]] : []),
    ...(i + m < m * m ? [[i, i + m] as [number, number]] : []),
  ]);

describe('approximate minimum degree', () => {
  test('names each row once, whatever the matrix', () => {
    const star: [number, number][] = Array.from({ length: 499 }, (_, i) => [0, i + 1]);
    const clique: [number, number][] = Array.from({ length: 400 }, (_, k) => [Math.floor(k / 20), k % 20]);
    for (const [n, edges] of [
      [0, []],
      [1, []],
      [2, [[0, 1]]],
      [5, []],
      [500, star],
      [20, clique],
      [400, gridEdges(20)],
    ] as [number, [number, number][]][]) {
      const order = approximateMinimumDegree(graph(n, edges));
      expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: n }, (_, i) => i));
    }
  });

  test('leaves a tree without fill', () => {
    const tree: [number, number][] = Array.from({ length: 200 }, (_, i) => [i + 1, Math.floor(i / 2)]);
    expect(fillOf(201, tree, approximateMinimumDegree(graph(201, tree)))).toBe(401);
  });

  test('orders a node with very many neighbours last', () => {
    const edges: [number, number][] = [
      ...gridEdges(30),
      ...Array.from({ length: 900 }, (_, i): [number, number] => [900, i]),
    ];
    expect(approximateMinimumDegree(graph(901, edges)).at(-1)).toBe(900);
  });

  test('fills a grid as little as exact minimum degree does, nearly', () => {
    // By rows there are 27,000.
    expect(fillOf(900, gridEdges(30), approximateMinimumDegree(graph(900, gridEdges(30))))).toBeLessThan(10_500);
  });
});
