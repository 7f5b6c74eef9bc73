import {
  analyzeSymmetric,
  factorCholesky,
  factorIndefinite,
  halfSolveCholesky,
  nativeFronts,
  refined,
  solveCholesky,
  solveIndefinite,
} from '@spmv/direct';
import { nativeFunctions } from '@spmv/kernels-native';
import { describe, expect, test } from 'vitest';
import { unless } from '../../../tools/needs.ts';
import { missingNative } from './missing-native.ts';
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

describe('native fronts', unless(missingNative), () => {
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
      const fronts = nativeFronts(nativeFunctions());
      const factor = factorCholesky(analysis, coo, fronts);
      const x = solveCholesky(factor, b, undefined, fronts);
      const half = halfSolveCholesky(factor, b, 'forward', fronts);
      halfSolveCholesky(factor, half, 'backward', fronts).forEach((value, i) => expect(value).toBe(x[i]));
      const expected = solveCholesky(factorCholesky(analysis, coo), b);
      expect(backwardError(coo, x, b)).toBeLessThan(20 * Number.EPSILON);
      expect(Math.max(0, ...x.map((value, i) => Math.abs(value - (expected[i] as number))))).toBeLessThan(
        1e-12 * Math.max(1, ...expected.map(Math.abs)),
      );
    });

  test('say at which pivot they stop', () => {
    const coo = dense(50);
    const values = coo.values.map((value, k) => (coo.rowIndex[k] === 31 && coo.colIndex[k] === 31 ? -1 : value));
    const analysis = analyzeSymmetric(coo, { ordering: 'given' });
    expect(() => factorCholesky(analysis, { ...coo, values }, nativeFronts(nativeFunctions()))).toThrow(
      'row and column 31',
    );
  });
});

/** A grid less a multiple of the identity, with eigenvalues of both signs. */
function shifted(sizes: readonly number[], by: number): ReturnType<typeof grid> {
  const coo = grid(sizes);
  return { ...coo, values: coo.values.map((value, k) => (coo.rowIndex[k] === coo.colIndex[k] ? value - by : value)) };
}

describe('native products of LDLᵀ', unless(missingNative), () => {
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
      const factor = factorIndefinite(analysis, coo, nativeFronts(nativeFunctions()).rest);
      const expected = factorIndefinite(analysis, coo);
      expect([factor.positive, factor.negative]).toEqual([expected.positive, expected.negative]);
      const { componentwise } = refined(coo, b, (right) => solveIndefinite(factor, right));
      expect(componentwise).toBeLessThanOrEqual(10 * 2 ** -53);
      expect(factor.beside.some((value) => value !== 0)).toBe(true);
    });
});
