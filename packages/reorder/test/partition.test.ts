import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { afterEach, describe, expect, it } from 'vitest';
import { graphText, METIS_GRAPH, SCOTCH_GRAPH } from '../src/graph-text.ts';
import { equalParts, haloOf, orderWithin, partitionOf, profileOf, reordered } from '../src/index.ts';
import { PARTITIONERS, partitionRows } from '../src/node/index.ts';
import { needs } from '../../../tools/needs.ts';

function matrix(n: number, at: readonly (readonly [number, number])[], cols = n): CooMatrix {
  return cooFromEntries(
    { rows: n, cols },
    { rowIndex: at.map(([i]) => i), colIndex: at.map(([, j]) => j), values: at.map((_, k) => k + 1) },
  );
}

/** The five-point grid of m × m nodes, numbered by a linear congruence. */
function mixedGrid(m: number): CooMatrix {
  const n = m * m;
  const place = Int32Array.from({ length: n }, (_, i) => (i * 7919) % n);
  const at: [number, number][] = [];
  for (let i = 0; i < n; i++)
    for (const [j, is] of [
      [i - m, i >= m],
      [i - 1, i % m > 0],
      [i, true],
      [i + 1, i % m < m - 1],
      [i + m, i < n - m],
    ] as const)
      if (is) at.push([place[i] as number, place[j] as number]);
  return matrix(n, at);
}

const PROGRAM = { metis: ['gpmetis', 'GPMETIS'], scotch: ['scotch_gpart', 'SCOTCH_GPART'] } as const;
const folder = mkdtempSync(join(tmpdir(), 'spmv-partition-test-'));

function script(text: string): string {
  const path = join(folder, 'program');
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o700 });
  return path;
}

const usual = process.env['TMPDIR'];

afterEach(() => {
  if (usual === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = usual;
  for (const [, variable] of Object.values(PROGRAM)) delete process.env[variable];
  rmSync(join(folder, 'program'), { force: true });
});

// A path 0 – 1 – 2 with a diagonal, one entry without its mirror image.
const path = matrix(3, [
  [0, 0],
  [0, 1],
  [1, 0],
  [1, 2],
]);

describe('a graph', () => {
  it('is written as the programs read it', () => {
    expect([...graphText(path, METIS_GRAPH).chunks()].join('')).toBe('3 2 010 1\n3 2\n3 1 3\n1 2\n');
    expect([...graphText(path, SCOTCH_GRAPH).chunks()].join('')).toBe('0\n3 4\n0 001\n3 1 1\n3 2 0 2\n1 1 1\n');
  });

  it('of parts is an order and their bounds', () => {
    const { order, bounds } = partitionOf([2, 0, 2, 0, 0], 4);
    expect([[...order], [...bounds]]).toEqual([
      [1, 3, 4, 0, 2],
      [0, 3, 3, 5, 5],
    ]);
  });
});

for (const method of PARTITIONERS) {
  const [, variable] = PROGRAM[method];

  describe(`by ${method}`, needs(method), () => {
    it('finds parts of a grid that share few columns, as many rows each, the same ones again', async () => {
      const grid = mixedGrid(40);
      const { order, bounds } = await partitionRows(grid, { method, parts: 8 });
      expect(order.toSorted()).toEqual(Int32Array.from({ length: 1600 }, (_, i) => i));
      expect([bounds[0], bounds[8]]).toEqual([0, 1600]);
      const sizes = [...bounds.subarray(1)].map((bound, p) => bound - (bounds[p] ?? 0));
      expect(Math.max(...sizes)).toBeLessThan(1.15 * 200);
      const count = (coo: CooMatrix, at: Int32Array): number =>
        haloOf(coo, at, at).near.received.reduce((sum, each) => sum + each, 0);
      const found = count(reordered(grid, order), bounds);
      // Stripes of the grid have 7 · 2 · 40; blocks have less.
      expect(found).toBeLessThan(560);
      expect(found).toBeLessThan(count(grid, equalParts(1600, 8)) / 3);
      expect(await partitionRows(grid, { method, parts: 8 })).toEqual({ order, bounds });
    });

    it('takes one part, as many as rows, no edges, no rows, and a giant row', async () => {
      const one = await partitionRows(path, { method, parts: 1 });
      expect([[...one.order], [...one.bounds]]).toEqual([
        [0, 1, 2],
        [0, 3],
      ]);
      expect((await partitionRows(path, { method, parts: 3 })).bounds).toHaveLength(4);
      const diagonal = matrix(4, [
        [0, 0],
        [3, 3],
      ]);
      expect([...(await partitionRows(diagonal, { method, parts: 2 })).order]).toEqual([0, 1, 2, 3]);
      expect([...(await partitionRows(matrix(0, []), { method, parts: 1 })).bounds]).toEqual([0, 0]);
      const arrow = matrix(
        200,
        [...Array(200).keys()].map((j) => [0, j] as const),
      );
      expect((await partitionRows(arrow, { method, parts: 4 })).order.toSorted()).toHaveLength(200);
    });
  });

  describe(`${method}, whatever is installed`, () => {
    it('is unavailable where it is not installed, and says what to do', async () => {
      process.env[variable] = join(folder, 'nothing');
      await expect(partitionRows(path, { method, parts: 2 })).rejects.toMatchObject({
        code: 'PARTITION.UNAVAILABLE',
        fix: expect.stringContaining(variable) as string,
      });
    });

    it.each([
      ['echo "no memory" >&2; exit 3', 'no memory'],
      ['kill -9 $$', 'it ended with'],
      ['exit 0', 'it wrote no parts'],
    ])('that does "%s" is an error with its words, and leaves no file', async (text, words) => {
      process.env[variable] = script(text);
      process.env['TMPDIR'] = folder;
      await expect(partitionRows(path, { method, parts: 2 })).rejects.toMatchObject({
        code: 'PARTITION.FAILED',
        message: expect.stringContaining(words) as string,
      });
      expect(readdirSync(folder)).toEqual(['program']);
    });

    it('whose parts are none is an error', async () => {
      const output = method === 'metis' ? '$2.part.2' : '$3';
      process.env[variable] = script(`printf '0\\n7\\n1\\n' > "${output}"`);
      await expect(partitionRows(path, { method, parts: 2 })).rejects.toMatchObject({ code: 'PARTITION.FAILED' });
    });

    it('divides no matrix that is not square, and not more parts than rows', async () => {
      await expect(partitionRows(matrix(2, [[0, 2]], 3), { method, parts: 2 })).rejects.toMatchObject({
        code: 'OPERAND.MATRIX',
      });
      await expect(partitionRows(path, { method, parts: 4 })).rejects.toMatchObject({ code: 'PARAM.OUT_OF_RANGE' });
    });

    it('ends when it is told to', async () => {
      process.env[variable] = script('exec sleep 60');
      const signal = AbortSignal.timeout(200);
      await expect(partitionRows(path, { method, parts: 2, signal })).rejects.toMatchObject({ name: 'TimeoutError' });
    });
  });
}

describe('rows in order inside their parts', () => {
  /** Stripes of a grid, as a partitioner might give them, whose rows come in the order of the mixed matrix. */
  const side = 24;
  const grid = mixedGrid(side);
  const place = Int32Array.from({ length: side * side }, (_, i) => (i * 7919) % (side * side));
  const partOf = new Int32Array(side * side);
  for (const [i, to] of place.entries()) partOf[to] = Math.floor(i / (side * 6));
  const parts = partitionOf(partOf, 4);

  it('stay in them, exchange what they did, and come nearer to the diagonal', () => {
    const { order, bounds } = orderWithin(grid, parts);
    expect([...bounds]).toEqual([...parts.bounds]);
    for (let p = 0; p < 4; p++) {
      const of = (all: Int32Array): number[] =>
        [...all.subarray(bounds[p] as number, bounds[p + 1] as number)].toSorted((a, b) => a - b);
      expect(of(order)).toEqual(of(parts.order));
    }
    const [before, after] = [reordered(grid, parts.order), reordered(grid, order)];
    const halo = haloOf(after, bounds, bounds);
    expect(halo.near).toEqual(haloOf(before, bounds, bounds).near);
    const alone = (coo: CooMatrix): number => {
      const at = [...coo.rowIndex.entries()].filter(([k, i]) => i < side * 6 && (coo.colIndex[k] as number) < side * 6);
      return profileOf(
        matrix(
          side * 6,
          at.map(([k, i]) => [i, coo.colIndex[k] as number] as const),
        ),
      ).bandwidth;
    };
    expect(alone(before)).toBeGreaterThan(100);
    expect(alone(after)).toBeLessThanOrEqual(side);
  });

  it('may be none, one alone, or a full one', () => {
    const none = orderWithin(matrix(0, []), { order: new Int32Array(0), bounds: Int32Array.of(0, 0, 0) });
    expect([[...none.order], [...none.bounds]]).toEqual([[], [0, 0, 0]]);
    const giant = matrix(
      5,
      [0, 1, 2, 3, 4].map((j) => [2, j] as const),
    );
    const alone = orderWithin(giant, { order: Int32Array.of(4, 3, 2, 1, 0), bounds: Int32Array.of(0, 2, 2, 3, 5) });
    expect(alone.order.subarray(0, 2).toSorted()).toEqual(Int32Array.of(3, 4));
    expect(alone.order[2]).toBe(2);
    const empty = orderWithin(matrix(3, []), { order: Int32Array.of(2, 0, 1), bounds: Int32Array.of(0, 1, 3) });
    expect(empty.order.toSorted()).toEqual(Int32Array.of(0, 1, 2));
    expect(() => orderWithin(matrix(2, [], 3), parts)).toThrow(
      expect.objectContaining({ code: 'OPERAND.MATRIX' }) as Error,
    );
  });
});
