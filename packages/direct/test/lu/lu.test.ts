import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import { describe, expect, test } from 'vitest';
import {
  analyzeLu,
  conditionEstimate,
  factorLu,
  factorLuSlices,
  forwardError,
  refactorLu,
  refined,
  solveLu,
  solveTransposedLu,
} from '../../src/index.ts';

type Entry = readonly [row: number, col: number, value: number];

function matrixOf(n: number, entries: readonly Entry[]): CooMatrix {
  return cooFromEntries(
    { rows: n, cols: n },
    { rowIndex: entries.map(([i]) => i), colIndex: entries.map(([, j]) => j), values: entries.map(([, , v]) => v) },
  );
}

/** Numbers in −1 … 1 by a linear congruence. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function shuffled(n: number, next: () => number): number[] {
  const order = Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(((next() + 1) / 2) * (i + 1)) % (i + 1);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Some entries a row, and those of a permutation, so that it is not structurally singular. */
function sparse(n: number, each: number, seed: number): Entry[] {
  const next = random(seed);
  const at = (): number => Math.min(n - 1, Math.floor(((next() + 1) / 2) * n));
  const found = new Map<number, Entry>();
  shuffled(n, next).forEach((j, i) => found.set(i * n + j, [i, j, 1 + next() / 2]));
  for (let k = 0; k < each * n; k++) {
    const [i, j] = [at(), at()];
    if (!found.has(i * n + j)) found.set(i * n + j, [i, j, next()]);
  }
  return [...found.values()];
}

function solved(coo: CooMatrix, b: Float64Array): ReturnType<typeof refined> {
  const factor = factorLu(analyzeLu(coo), coo);
  return refined(coo, b, (v) => solveLu(factor, v));
}

const EPSILON = 2 ** -53;
const ramp = (n: number): Float64Array => Float64Array.from({ length: n }, (_, i) => (i % 7) - 3.5);

/** The arrow with a dense row and column 0, which fills in where they come first. */
function arrow(n: number): Entry[] {
  const entries: Entry[] = [[0, 0, n]];
  for (let i = 1; i < n; i++) entries.push([i, i, 2], [0, i, 1], [i, 0, 1]);
  return entries;
}

const cases: Record<string, readonly [n: number, entries: readonly Entry[]]> = {
  '0 × 0': [0, []],
  '1 × 1': [1, [[0, 0, -3]]],
  'a zero diagonal': [
    2,
    [
      [0, 1, 2],
      [1, 0, 3],
    ],
  ],
  'zeros that are stored on the diagonal': [
    3,
    [
      [0, 0, 0],
      [0, 1, 1],
      [1, 0, 1],
      [1, 1, 0],
      [1, 2, 1],
      [2, 1, 2],
      [2, 2, 1],
    ],
  ],
  'scattered entries': [300, sparse(300, 3, 1)],
  'many small blocks': [400, sparse(400, 0.5, 2)],
  'more fill': [120, sparse(120, 8, 3)],
  'a dense row': [
    500,
    [
      ...sparse(500, 0.2, 4).filter(([i]) => i !== 7),
      ...Array.from({ length: 500 }, (_, j): Entry => [7, j, 1 + (j % 3)]),
    ],
  ],
  'a dense column': [
    500,
    [
      ...sparse(500, 0.2, 5).filter(([, j]) => j !== 7),
      ...Array.from({ length: 500 }, (_, i): Entry => [i, 7, 1 + (i % 3)]),
    ],
  ],
  'a dense row and column': [1000, arrow(1000)],
  'rows and columns from 1e-150 to 1e150, which meet': [
    200,
    sparse(200, 3, 6).map(([i, j, v]): Entry => [i, j, v * 10 ** (1.5 * (i - j))]),
  ],
  'scales of columns': [200, sparse(200, 3, 7).map(([i, j, v]): Entry => [i, j, v * 10 ** (j - 100)])],
};

describe('LU', () => {
  for (const [name, [n, entries]] of Object.entries(cases))
    test(`solves ${name} to a backward error of rounding`, () => {
      const coo = matrixOf(n, entries);
      const { x, componentwise } = solved(coo, ramp(n));
      expect([...x].every(Number.isFinite)).toBe(true);
      expect(componentwise).toBeLessThanOrEqual(10 * EPSILON);
    });

  test('solves rows from 1e-300 to 1e300', () => {
    const scale = (i: number): number => 10 ** (3 * (i - 100));
    const coo = matrixOf(
      200,
      sparse(200, 3, 6).map(([i, j, v]): Entry => [i, j, v * scale(i)]),
    );
    const { componentwise } = solved(
      coo,
      ramp(200).map((v, i) => v * scale(i) * 1e-3),
    );
    expect(componentwise).toBeLessThanOrEqual(10 * EPSILON);
  });

  test('takes a permuted triangular matrix apart without fill', () => {
    const n = 200;
    const next = random(8);
    const [p, q] = [shuffled(n, next), shuffled(n, next)];
    const triangle: Entry[] = [];
    for (let i = 0; i < n; i++)
      for (let j = i; j < n; j += 1 + ((i * 7 + j) % 19)) triangle.push([p[i], q[j], 1 + next() / 2]);
    const coo = matrixOf(n, triangle);
    const analysis = analyzeLu(coo);
    expect(analysis.blockStart.length - 1).toBe(n);
    expect(factorLu(analysis, coo).entries).toBe(n);
    expect(solved(coo, ramp(n)).componentwise).toBeLessThanOrEqual(10 * EPSILON);
  });

  test('keeps an arrow sparse', () => {
    const coo = matrixOf(2000, arrow(2000));
    expect(factorLu(analyzeLu(coo), coo).entries).toBeLessThanOrEqual(coo.values.length + 2000);
  });

  test('solves with the transpose', () => {
    const entries = sparse(300, 2, 9);
    const [coo, T] = [
      matrixOf(300, entries),
      matrixOf(
        300,
        entries.map(([i, j, v]): Entry => [j, i, v]),
      ),
    ];
    const factor = factorLu(analyzeLu(coo), coo);
    expect(refined(T, ramp(300), (v) => solveTransposedLu(factor, v)).componentwise).toBeLessThanOrEqual(10 * EPSILON);
  });

  test('factors other values by the same pivots, with the same numbers as before for the same values', () => {
    const coo = matrixOf(200, sparse(200, 3, 10));
    const other: CooMatrix = { ...coo, values: coo.values.map((v, k) => v * (1 + 0.1 * Math.sin(k))) };
    const factor = factorLu(analyzeLu(coo), coo);
    const first = solveLu(factor, ramp(200));
    refactorLu(factor, other);
    expect(refined(other, ramp(200), (v) => solveLu(factor, v)).componentwise).toBeLessThanOrEqual(10 * EPSILON);
    refactorLu(factor, coo);
    expect(solveLu(factor, ramp(200))).toEqual(first);
  });

  test('refuses pivots that values have left behind', () => {
    const pattern = (a: number): CooMatrix =>
      matrixOf(2, [
        [0, 0, a],
        [0, 1, 1],
        [1, 0, 1],
        [1, 1, a],
      ]);
    const factor = factorLu(analyzeLu(pattern(5)), pattern(5));
    expect(() => refactorLu(factor, pattern(1e-9))).toThrow(expect.objectContaining({ code: 'SOLVER.GROWTH' }));
  });

  test('says where a matrix is structurally singular, before its values are looked at', () => {
    const coo = matrixOf(3, [
      [0, 0, NaN],
      [1, 0, 1],
      [2, 1, 1],
      [2, 2, 1],
    ]);
    expect(() => analyzeLu(coo)).toThrow(
      expect.objectContaining({ code: 'SOLVER.SINGULAR', details: { rank: 2, row: 1, col: 1, structural: true } }),
    );
  });

  test('says where a matrix is singular, and the rank', () => {
    const entries: Entry[] = [];
    for (let i = 0; i < 5; i++)
      for (let j = 0; j < 5; j++) entries.push([i, j, (i + 1) * (j + 1) + (i === 2 && j === 3 ? 1 : 0)]);
    const coo = matrixOf(5, entries);
    expect(() => factorLu(analyzeLu(coo), coo)).toThrow(
      expect.objectContaining({
        code: 'SOLVER.SINGULAR',
        details: expect.objectContaining({ rank: 2, structural: false }),
      }),
    );
  });

  test('says which element is no number', () => {
    const coo = matrixOf(2, [
      [0, 0, 1],
      [1, 1, Infinity],
    ]);
    expect(() => factorLu(analyzeLu(coo), coo)).toThrow(
      expect.objectContaining({ code: 'SOLVER.NOT_FINITE', details: { row: 1, col: 1, value: Infinity } }),
    );
  });

  test('refuses memory in the analysis, before and while it is taken', () => {
    const coo = matrixOf(200, sparse(200, 8, 11));
    const analysis = analyzeLu(coo);
    const refused = expect.objectContaining({ code: 'FORMAT.OUT_OF_MEMORY' });
    expect(() => factorLu(analysis, coo, { maxBytes: 1000 })).toThrow(refused);
    expect(analyzeLu(coo, { maxBytes: analysis.bytes }).bytes).toBe(analysis.bytes);
    expect(() => analyzeLu(coo, { maxBytes: analysis.bytes - 1 })).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ bytes: analysis.bytes, entries: analysis.entries }),
      }),
    );
    expect(() => analyzeLu(coo, { maxBytes: Number.NaN })).toThrow(
      expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE' }),
    );
    expect(() => factorLu({ ...analysis, bytes: 0 }, coo, { maxBytes: 30_000 })).toThrow(refused);
  });

  test('is made in slices', () => {
    const coo = matrixOf(50, sparse(50, 2, 12));
    const slices = factorLuSlices(analyzeLu(coo), coo);
    expect(slices.next()).toEqual({ done: false, value: 50 });
    expect(slices.next().done).toBe(true);
  });

  test('says of a matrix of condition 1e14 that a small residual is no digits', () => {
    const n = 12;
    const entries: Entry[] = [];
    for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) entries.push([i, j, 1 / (i + j + 1)]);
    const coo = matrixOf(n, entries);
    const factor = factorLu(analyzeLu(coo), coo);
    const by = {
      solve: (v: Float64Array) => solveLu(factor, v),
      solveTransposed: (v: Float64Array) => solveTransposedLu(factor, v),
    };
    const b = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? 1 : -1));
    const found = refined(coo, b, by.solve);
    expect(found.componentwise).toBeLessThanOrEqual(10 * EPSILON);
    expect(conditionEstimate(coo, by)).toBeGreaterThan(1e15);
    expect(forwardError(found.x, found, by)).toBeGreaterThan(1e-4);
  });
});
