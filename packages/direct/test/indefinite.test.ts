import type { CooMatrix } from '@spmv/core';
import { cooFromEntries, isSpmvError } from '@spmv/core';
import {
  analyzeSymmetric,
  factorCholesky,
  factorIndefinite,
  refactorCholesky,
  refined,
  solveCholesky,
  solveIndefinite,
} from '@spmv/direct';
import { describe, expect, test } from 'vitest';
import { backwardError, grid, random, residual, saddlePoint, symmetric } from './matrices.ts';

function solved(coo: CooMatrix): { error: number; factor: ReturnType<typeof factorIndefinite> } {
  const b = Float64Array.from({ length: coo.shape.rows }, random(7));
  const factor = factorIndefinite(analyzeSymmetric(coo), coo);
  const x = solveIndefinite(factor, b);
  const correction = solveIndefinite(factor, residual(coo, x, b));
  return {
    error: backwardError(
      coo,
      x.map((value, i) => value + (correction[i] as number)),
      b,
    ),
    factor,
  };
}

function caught(work: () => unknown): { code: string; details: Readonly<Record<string, unknown>> } {
  try {
    work();
  } catch (error) {
    if (isSpmvError(error)) return { code: error.code, details: error.details };
    throw error;
  }
  throw new Error('nothing was thrown');
}

type Triple = readonly [number, number, number];

describe('LDLᵀ', () => {
  for (const [name, coo] of [
    ['a zero diagonal', symmetric(2, [[1, 0, 3]])],
    ['a saddle point', saddlePoint(300, 120, 1)],
    ['a saddle point whose constraints are most of it', saddlePoint(200, 190, 2)],
    ['zero diagonals in a random pattern', symmetric(200, randomPattern(200, 3, false))],
    ['a random pattern of both signs', symmetric(300, randomPattern(300, 4, true))],
    ['a grid', grid([12, 11])],
    [
      'parts that do not touch',
      symmetric(4, [
        [1, 0, 2],
        [3, 2, -5],
      ]),
    ],
    [
      'one dense row',
      symmetric(
        500,
        Array.from({ length: 499 }, (_, i) => [499, i, i + 1] as Triple).concat(
          Array.from({ length: 499 }, (_, i) => [i, i, (i % 3) - 1.5] as const),
        ),
      ),
    ],
    ['one number', symmetric(1, [[0, 0, -4]])],
    ['no rows', symmetric(0, [])],
  ] as const)
    test(`solves ${name} to a backward error of 4 ε with one step of refinement`, () => {
      const { error, factor } = solved(coo);
      expect(error).toBeLessThan(4 * Number.EPSILON);
      expect(factor.positive + factor.negative).toBe(coo.shape.rows);
    });

  test('says how many eigenvalues are above and below zero', () => {
    const { positive, negative } = solved(saddlePoint(300, 120, 1)).factor;
    expect([positive, negative]).toEqual([300, 120]);
  });

  test('delays pivots that a supernode has no good ones for', () => {
    expect(solved(saddlePoint(200, 190, 2)).factor.delayed).toBeGreaterThan(0);
  });

  for (const factor of [1e300, 1e-300])
    test(`solves a matrix times ${factor}`, () => {
      const coo = saddlePoint(60, 20, 5);
      const b = Float64Array.from({ length: 80 }, random(3));
      const scaled = { ...coo, values: coo.values.map((value) => value * factor) };
      const x = solveIndefinite(
        factorIndefinite(analyzeSymmetric(scaled), scaled),
        b.map((value) => value * factor),
      );
      expect(backwardError(coo, x, b)).toBeLessThan(1e-13);
    });

  test.each(['full', 'lower'] as const)('solves with rows and columns of sizes 1e-150 to 1e150, %s', (triangle) => {
    const plain = symmetric(120, randomPattern(120, 9, false));
    const next = random(11);
    const sizes = Array.from({ length: 120 }, () => 10 ** Math.round(150 * next()));
    const values = plain.values.map(
      (value, k) =>
        value * (sizes[plain.rowIndex[k] as number] as number) * (sizes[plain.colIndex[k] as number] as number),
    );
    const coo = { ...plain, values };
    const kept = [...values.keys()].filter(
      (k) => triangle === 'full' || (coo.colIndex[k] as number) <= (coo.rowIndex[k] as number),
    );
    const given = cooFromEntries(coo.shape, {
      rowIndex: kept.map((k) => coo.rowIndex[k] as number),
      colIndex: kept.map((k) => coo.colIndex[k] as number),
      values: kept.map((k) => values[k] as number),
    });
    // Elements of Ax are as large as those of A.
    const b = Float64Array.from({ length: 120 }, (_, i) => next() * (sizes[i] as number));
    const factor = factorIndefinite(analyzeSymmetric(given, { triangle }), given);
    const { componentwise } = refined(coo, b, (right) => solveIndefinite(factor, right));
    expect(componentwise).toBeLessThan(10 * 2 ** -53);
  });

  test('says where a matrix is singular, and its rank', () => {
    // A Laplacian without boundary: rank n − 1.
    const path = symmetric(
      50,
      Array.from({ length: 49 }, (_, i) => [i + 1, i, -1] as Triple).concat(
        Array.from({ length: 50 }, (_, i) => [i, i, i === 0 || i === 49 ? 1 : 2] as const),
      ),
    );
    const found = caught(() => solved(path));
    expect(found.code).toBe('SOLVER.SINGULAR');
    expect(found.details['rank']).toBe(49);
    const empty = caught(() =>
      solved(
        symmetric(5, [
          [0, 0, 1],
          [2, 2, 1],
          [4, 4, 1],
        ]),
      ),
    );
    expect(empty.details).toMatchObject({ rank: 3, row: 1, rows: [1, 3] });
  });
});

describe('LLᵀ', () => {
  test('solves several right-hand sides, in place too', () => {
    const coo = grid([9, 8, 7]);
    const n = coo.shape.rows;
    const b = Float64Array.from({ length: 3 * n }, random(5));
    const factor = factorCholesky(analyzeSymmetric(coo), coo);
    const x = solveCholesky(factor, b);
    for (let c = 0; c < 3; c++)
      expect(backwardError(coo, x.subarray(c * n, (c + 1) * n), b.subarray(c * n, (c + 1) * n))).toBeLessThan(
        20 * Number.EPSILON,
      );
    expect(solveCholesky(factor, b, b)).toEqual(x);
  });

  test('reads one triangle where it stands for both', () => {
    const coo = grid([10, 10]);
    const b = Float64Array.from({ length: 100 }, random(5));
    const whole = solveCholesky(factorCholesky(analyzeSymmetric(coo), coo), b);
    for (const triangle of ['lower', 'upper'] as const) {
      const kept = [...coo.values.keys()].filter((k) =>
        triangle === 'lower'
          ? (coo.colIndex[k] as number) <= (coo.rowIndex[k] as number)
          : (coo.colIndex[k] as number) >= (coo.rowIndex[k] as number),
      );
      const of = (array: ArrayLike<number>): number[] => kept.map((k) => array[k] as number);
      const half = cooFromEntries(coo.shape, {
        rowIndex: of(coo.rowIndex),
        colIndex: of(coo.colIndex),
        values: of(coo.values),
      });
      const x = solveCholesky(factorCholesky(analyzeSymmetric(half, { triangle }), half), b);
      expect(Math.max(...x.map((value, i) => Math.abs(value - (whole[i] as number))))).toBeLessThan(1e-12);
    }
  });

  test('factors other values at the same positions', () => {
    const coo = grid([20, 20]);
    const factor = factorCholesky(analyzeSymmetric(coo), coo);
    const other = { ...coo, values: coo.values.map((value) => 3 * value) };
    const b = Float64Array.from({ length: 400 }, random(5));
    expect(backwardError(other, solveCholesky(refactorCholesky(factor, other), b), b)).toBeLessThan(
      20 * Number.EPSILON,
    );
  });

  test('says at which row a matrix is not positive definite', () => {
    const coo = grid([6, 6]);
    const values = coo.values.map((value, k) => (coo.rowIndex[k] === 17 && coo.colIndex[k] === 17 ? -1 : value));
    expect(
      caught(() => factorCholesky(analyzeSymmetric(coo, { ordering: 'given' }), { ...coo, values })),
    ).toMatchObject({ code: 'SOLVER.NOT_POSITIVE_DEFINITE', details: { row: 17 } });
  });

  test('knows fill, operations and bytes before memory is taken', () => {
    const coo = grid([30, 30]);
    const analysis = analyzeSymmetric(coo, { ordering: 'given' });
    const { panels } = factorCholesky(analysis, coo);
    expect(analysis.fill).toBe(panelNonzeros(analysis.columnCount));
    expect(panels.filter((value) => value !== 0).length).toBeLessThanOrEqual(analysis.fill);
    expect(caught(() => analyzeSymmetric(coo, { maxBytes: 1000 }))).toMatchObject({
      code: 'FORMAT.OUT_OF_MEMORY',
      details: { fill: expect.any(Number) },
    });
  });

  test('refuses what is not finite, not symmetric, not square or not what was analyzed', () => {
    const coo = grid([4, 4]);
    const analysis = analyzeSymmetric(coo);
    const changed = (k: number, value: number): CooMatrix => ({
      ...coo,
      values: coo.values.map((old, at) => (at === k ? value : old)),
    });
    expect(caught(() => factorCholesky(analysis, changed(3, Number.NaN))).details).toMatchObject({
      row: coo.rowIndex[3],
      column: coo.colIndex[3],
    });
    expect(caught(() => factorCholesky(analysis, changed(1, -2))).details).toMatchObject({
      value: expect.any(Number),
      mirrored: expect.any(Number),
    });
    expect(caught(() => factorCholesky(analysis, grid([5, 4]))).code).toBe('OPERAND.MATRIX');
    expect(caught(() => analyzeSymmetric({ ...coo, shape: { rows: 16, cols: 17 } })).code).toBe('OPERAND.MATRIX');
    expect(caught(() => analyzeSymmetric(coo, { ordering: new Int32Array(16) })).details).toMatchObject({ place: 1 });
    expect(caught(() => solveCholesky(factorCholesky(analysis, coo), new Float64Array(15))).code).toBe(
      'OPERAND.LENGTH',
    );
  });
});

function panelNonzeros(columnCount: Int32Array): number {
  return columnCount.reduce((sum, count) => sum + count, 0);
}

function randomPattern(n: number, seed: number, withDiagonal: boolean): (readonly [number, number, number])[] {
  const next = random(seed);
  const entries = new Map<string, readonly [number, number, number]>();
  const add = (i: number, j: number): void =>
    void entries.set(`${Math.max(i, j)} ${Math.min(i, j)}`, [Math.max(i, j), Math.min(i, j), next()]);
  for (let i = 0; i < n; i++) {
    if (withDiagonal) add(i, i);
    add(i, (i + 1) % n);
    for (let k = 0; k < 3; k++) {
      const j = Math.floor((next() * 0.5 + 0.5) * n) % n;
      if (j !== i) add(i, j);
    }
  }
  return [...entries.values()];
}
