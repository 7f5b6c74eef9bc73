import { cooFromEntries } from '@spmv/core';
import {
  analyzeLu,
  analyzeSymmetric,
  factorCholesky,
  factorIndefinite,
  factorLu,
  halfSolveCholesky,
  loadWasmFronts,
  nativeFronts,
  refactorCholesky,
  refactorLu,
  refined,
  solveCholesky,
  solveIndefinite,
  solveLu,
} from '@spmv/direct';
import { nativeFunctions } from '@spmv/kernels-native';
import { describe, expect, test } from 'vitest';
import { unless } from '../../../tools/needs.ts';
import { missingNative } from './missing-native.ts';
import { treePlan } from '../src/symmetric/tree-plan.ts';
import { backwardError, grid, random, saddlePoint, symmetric } from './matrices.ts';

/** All places of the lower triangle, diagonally dominant. */
function dense(n: number): ReturnType<typeof symmetric> {
  const next = random(9);
  return symmetric(
    n,
    Array.from({ length: n * n }, (_, k) => [Math.floor(k / n), k % n] as const)
      .filter(([i, j]) => j <= i)
      .map(([i, j]) => [i, j, i === j ? n : next()] as const),
  );
}

/** Codes that compute fronts; WebAssembly in turns of some lines. */
const codes = {
  native: missingNative ? undefined : nativeFronts(nativeFunctions()),
  WebAssembly: await loadWasmFronts(1e6),
};

for (const [code, fronts] of Object.entries(codes))
  describe(`${code} fronts`, code === 'native' ? unless(missingNative) : {}, () => {
    for (const [name, coo] of [
      ['a grid in two dimensions', grid([23, 19])],
      ['a grid in three', grid([9, 10, 11])],
      ['one front of several blocks', dense(429)],
      [
        'parts that do not touch',
        symmetric(3, [
          [0, 0, 2],
          [1, 1, 3],
          [2, 2, 5],
        ]),
      ],
      ['no rows', symmetric(0, [])],
    ] as const)
      test(`solve ${name} as JavaScript does`, () => {
        const b = Float64Array.from({ length: coo.shape.rows }, random(4));
        const analysis = analyzeSymmetric(coo);
        const factor = factorCholesky(analysis, coo, fronts);
        const x = solveCholesky(factor, b, undefined, fronts);
        const half = halfSolveCholesky(factor, b, 'forward', fronts);
        halfSolveCholesky(factor, half, 'backward', fronts).forEach((value, i) => expect(value).toBe(x[i]));
        const expected = solveCholesky(factorCholesky(analysis, coo), b);
        expect(backwardError(coo, x, b)).toBeLessThan(20 * Number.EPSILON);
        const larger = { ...coo, values: coo.values.map((value) => 4 * value) };
        expect(solveCholesky(refactorCholesky(factor, larger, fronts), b, undefined, fronts)).toEqual(
          x.map((one) => one / 4),
        );
        expect(Math.max(0, ...x.map((value, i) => Math.abs(value - (expected[i] as number))))).toBeLessThan(
          1e-12 * Math.max(1, ...expected.map(Math.abs)),
        );
      });

    test('solve for some right-hand sides together as for each', () => {
      const coo = grid([17, 30]);
      const n = coo.shape.rows;
      const factor = factorCholesky(analyzeSymmetric(coo), coo, fronts);
      // A block, some that are one by one, and a part of a block.
      for (const count of [8, 10, 13]) {
        const b = Float64Array.from({ length: count * n }, random(count));
        const x = solveCholesky(factor, b, undefined, fronts);
        for (let j = 0; j < count; j++)
          expect(backwardError(coo, x.slice(j * n, (j + 1) * n), b.slice(j * n, (j + 1) * n))).toBeLessThan(
            20 * Number.EPSILON,
          );
      }
    });

    test('say at which pivot they stop', () => {
      const coo = dense(50);
      const values = coo.values.map((value, k) => (coo.rowIndex[k] === 31 && coo.colIndex[k] === 31 ? -1 : value));
      const analysis = analyzeSymmetric(coo, { ordering: 'given' });
      expect(() => factorCholesky(analysis, { ...coo, values }, fronts)).toThrow('row and column 31');
    });
  });

describe('a team of threads', unless(missingNative), () => {
  /** L, its columns one after another. */
  const columnsOf = ({ analysis, panels }: ReturnType<typeof factorCholesky>): Float64Array[] => {
    const { firstPivot, rowsStart, panelStart } = analysis;
    return Array.from({ length: firstPivot.length - 1 }).flatMap((_, s) => {
      const [first, height] = [firstPivot[s] ?? 0, (rowsStart[s + 1] ?? 0) - (rowsStart[s] ?? 0)];
      return Array.from({ length: (firstPivot[s + 1] ?? 0) - first }, (_unused, k) => {
        const line = (panelStart[s] ?? 0) + k * height;
        return panels.subarray(line + k, line + height);
      });
    });
  };
  const bytesOf = (factor: ReturnType<typeof factorCholesky>): Buffer =>
    Buffer.concat(columnsOf(factor).map((column) => Buffer.from(column.slice().buffer)));
  // Subtrees and large fronts; one front; some branches, of which one has nearly all the work.
  for (const [name, coo] of [
    ['a grid in three dimensions', grid([15, 16, 17])],
    ['one front', dense(700)],
    ['a long grid', grid([70, 400])],
  ] as const)
    test(`has the bits of one for ${name}, in one turn or in many`, () => {
      const analysis = analyzeSymmetric(coo);
      const by = (threads: number, budget: number): Buffer =>
        bytesOf(factorCholesky(analysis, coo, nativeFronts(nativeFunctions(), { threads, budget })));
      const expected = by(1, 1e9);
      for (const [threads, budget] of [
        [1, 1e5],
        [2, 1e9],
        [5, 1e9],
        [3, 1e6],
      ] as const)
        expect(by(threads, budget).equals(expected)).toBe(true);
    });

  test('has as many members as memory is there for', () => {
    const analysis = analyzeSymmetric(grid([15, 16, 17]));
    const { bytes, updateLength } = analysis;
    expect(treePlan(analysis, 5, bytes).threads).toBe(5);
    const few = treePlan(analysis, 5, 4e6);
    expect(few.threads).toBe(2);
    expect(8 * (few.updateLength - updateLength)).toBeLessThanOrEqual(4e6);
    expect(treePlan(analysis, 5, 0)).toMatchObject({ threads: 1, updateLength });
  });

  test('says the first pivot that is not above zero, wherever it is met first', () => {
    const coo = grid([15, 16, 17]);
    const analysis = analyzeSymmetric(coo);
    const bad = new Set([3, 1000, 2000, 4079]);
    for (const rows of [bad, new Set([analysis.order[4060]])]) {
      const values = coo.values.map((value, k) =>
        coo.rowIndex[k] === coo.colIndex[k] && rows.has(coo.rowIndex[k] ?? -1) ? -9 : value,
      );
      const messages = [
        [1, 1e9],
        [4, 1e9],
        [4, 1e5],
      ].map(([threads, budget]) => {
        try {
          const kernel = nativeFronts(nativeFunctions(), { threads: threads ?? 1, budget: budget ?? 1 });
          factorCholesky(analysis, { ...coo, values }, kernel);
          return 'positive definite';
        } catch (error) {
          return (error as Error).message;
        }
      });
      expect(messages[0]).toContain('is not positive definite');
      expect(new Set(messages).size).toBe(1);
    }
  });
});

/** A grid less a multiple of the identity, with eigenvalues of both signs. */
function shifted(sizes: readonly number[], by: number): ReturnType<typeof grid> {
  const coo = grid(sizes);
  return { ...coo, values: coo.values.map((value, k) => (coo.rowIndex[k] === coo.colIndex[k] ? value - by : value)) };
}

for (const [code, fronts] of Object.entries(codes))
  describe(`${code} products of LDLᵀ`, code === 'native' ? unless(missingNative) : {}, () => {
    for (const [name, coo] of [
      ['a grid of both signs', shifted([9, 10, 11], 3.1)],
      [
        'one front of several blocks, with pairs of pivots',
        { ...dense(229), values: dense(229).values.map((v) => v % 1) },
      ],
      ['pivots that are left to later fronts', saddlePoint(400, 390, 2)],
    ] as const)
      test(`solve ${name} as JavaScript does`, () => {
        const b = Float64Array.from({ length: coo.shape.rows }, random(4));
        const analysis = analyzeSymmetric(coo);
        const factor = factorIndefinite(analysis, coo, fronts);
        const expected = factorIndefinite(analysis, coo);
        expect([factor.positive, factor.negative]).toEqual([expected.positive, expected.negative]);
        const { componentwise } = refined(coo, b, (right) => solveIndefinite(factor, right, undefined, fronts));
        expect(componentwise).toBeLessThanOrEqual(10 * 2 ** -53);
        expect(factor.beside.some((value) => value !== 0)).toBe(true);
      });
  });

describe('native LU by columns', unless(missingNative), () => {
  const native = missingNative ? {} : nativeFronts(nativeFunctions());
  // Many blocks, some of one column, with entries above them; rows and columns in no order.
  const n = 300;
  const next = random(6);
  const index = (): number => Math.floor(((next() + 1) / 2) * n) % n;
  const at = Array.from({ length: 2 * n }, (_, k) => [(7 * k) % n, k < n ? (11 * k + 3) % n : index()] as const);
  const coo = cooFromEntries(
    { rows: n, cols: n },
    {
      rowIndex: [...at.map(([i]) => i), ...Array.from({ length: n }, index)],
      colIndex: [...at.map(([, j]) => j), ...Array.from({ length: n }, index)],
      values: Array.from({ length: 3 * n }, (_, k) => (k < n ? 2 + next() : next())),
    },
  );

  test('factors other values by the same pivots, and solves, as JavaScript does', () => {
    const analysis = analyzeLu(coo);
    expect(analysis.blockStart.length).toBeGreaterThan(3);
    const other = { ...coo, values: coo.values.map((value, k) => value * (1 + 0.1 * Math.sin(k))) };
    const b = Float64Array.from({ length: n }, next);
    const solutions = [{}, native].map((kernels) => {
      const factor = factorLu(analysis, coo);
      refactorLu(factor, other, kernels);
      return solveLu(factor, b, undefined, kernels);
    });
    expect(backwardError(other, solutions[1] as Float64Array, b)).toBeLessThan(1e-12);
    // Compiled code fuses products and sums.
    solutions[1]?.forEach((value, i) => expect(value).toBeCloseTo(solutions[0]?.[i] as number, 9));
  });

  test('have the scales and numbers of JavaScript, where entries are far apart, zero or below the normal ones', () => {
    const apart = (value: number, k: number): number =>
      value * 2 ** (((37 * (coo.rowIndex[k] ?? 0)) % 300) - ((53 * (coo.colIndex[k] ?? 0)) % 600));
    const special = (value: number): number => (Math.abs(value) > 0.2 ? value : value > 0 ? 5e-324 : 0);
    for (const values of [coo.values, coo.values.map(apart), coo.values.map(special)]) {
      const other = { ...coo, values };
      const analysis = analyzeLu(other);
      const [own, expected] = [native, {}].map((kernels) => factorLu(analysis, other, {}, kernels));
      for (const key of ['rowScale', 'colScale', 'values', 'rowOrder', 'aboveRow'] as const)
        expect(own?.[key]).toEqual(expected?.[key]);
      expect(new Set(own?.rowScale).size).toBeGreaterThan(1);
    }
  });

  test('solve for b of any magnitude, and leave factors alone where a value is no number', () => {
    const factor = factorLu(analyzeLu(coo), coo, {}, native);
    const b = Float64Array.from({ length: n }, next);
    const x = solveLu(factor, b, undefined, native);
    for (const by of [2 ** -1000, 2 ** 1000]) {
      const scaled = solveLu(
        factor,
        b.map((value) => value * by),
        undefined,
        native,
      );
      scaled.forEach((value, i) => expect(value / by).toBeCloseTo(x[i] as number, 9));
    }
    const values = coo.values.map((value, k) => (k === 17 ? Infinity : value));
    expect(() => refactorLu(factor, { ...coo, values }, native)).toThrow(
      expect.objectContaining({ code: 'SOLVER.NOT_FINITE', details: expect.objectContaining({ value: Infinity }) }),
    );
    expect(solveLu(factor, b, undefined, native)).toEqual(x);
  });

  test('refuse pivots that values have left behind, and factor those that suit afterwards', () => {
    const analysis = analyzeLu(coo);
    const factor = factorLu(analysis, coo);
    const before = solveLu(factor, new Float64Array(n).fill(1));
    const column = factor.colOrder[n - 1] as number;
    const values = coo.values.map((value, k) => (coo.colIndex[k] === column ? 0 : value));
    expect(() => refactorLu(factor, { ...coo, values }, native)).toThrow(
      expect.objectContaining({ code: 'SOLVER.GROWTH', details: expect.objectContaining({ col: column, pivot: 0 }) }),
    );
    refactorLu(factor, coo, native);
    solveLu(factor, new Float64Array(n).fill(1)).forEach((value, i) =>
      expect(value).toBeCloseTo(before[i] as number, 9),
    );
  });
});
