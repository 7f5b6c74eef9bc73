import { stencil5, stretched } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { csrOf, diagonalOf } from '../src/csr.ts';
import { extendedInterpolation } from '../src/extended-interpolation.ts';
import { finished } from '../src/parts.ts';
import { pmis } from '../src/pmis.ts';
import { classicalStrength, symmetricStrength } from '../src/strength.ts';
import { cooOf, denseOf } from './dense.ts';

type Csr = ReturnType<typeof csrOf>;
type Splitting = Parameters<typeof extendedInterpolation>[0];

const strengthOf = (A: Csr): Uint8Array => finished(classicalStrength(A, finished(diagonalOf(A)), 0.25));
const pointsOf = (A: Csr, strong: Uint8Array, seed: number): { readonly coarse: Int32Array; readonly count: number } =>
  finished(pmis(A, strong, seed));
const interpolationOf = (splitting: Splitting, count: number): Csr => finished(extendedInterpolation(splitting, count));

describe('what is strong', () => {
  const A = csrOf(
    cooOf([
      [4, -1, -0.25, 0.9],
      [-1, 4, -0.2, 0],
      [-0.24, -1, 4, 0],
      [0.9, 0, 0, -4],
    ]),
  );

  it('is at least θ of the largest negative coupling of its row, which the positive are not', () => {
    expect(Array.from(strengthOf(A))).toEqual([0, 1, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0]);
  });

  it('of groups is more than θ of the mean of both diagonals, whatever its sign', () => {
    expect(Array.from(finished(symmetricStrength(A, 0.2)))).toEqual([0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 1, 0]);
  });
});

describe('points of the coarse grid', () => {
  const A = csrOf(stencil5({ n: 17, ny: 13 }));
  const strong = strengthOf(A);
  const { coarse, count } = pointsOf(A, strong, 1);

  it('depend on no other one, and every fine point depends on one', () => {
    for (let i = 0; i < coarse.length; i++) {
      const near = Array.from(A.colIndex.subarray(A.rowStart[i], A.rowStart[i + 1])).filter((j) => j !== i);
      expect(near.some((j) => (coarse[j] as number) >= 0)).toBe((coarse[i] as number) < 0);
    }
    expect(count).toBe(Math.max(...coarse) + 1);
  });

  it('are those with most dependents first: of a star its centre', () => {
    const star = cooOf(
      Array.from({ length: 9 }, (_, i) =>
        Array.from({ length: 9 }, (_, j) => (i === j ? 9 : i === 4 || j === 4 ? -1 : 0)),
      ),
    );
    for (const seed of [1, 2, 3]) {
      const found = pointsOf(csrOf(star), strengthOf(csrOf(star)), seed);
      expect(Array.from(found.coarse)).toEqual([-1, -1, -1, -1, 0, -1, -1, -1, -1]);
    }
  });

  it('are the same for the same seed, and others for another', () => {
    expect(pointsOf(A, strong, 1).coarse).toEqual(coarse);
    expect(pointsOf(A, strong, 2).coarse).not.toEqual(coarse);
  });
});

describe('interpolation', () => {
  const diagonal = (n: number): Float64Array => new Float64Array(n).fill(2);

  it('reaches beyond a fine neighbour: between two points of a chain it is linear', () => {
    const A = csrOf(
      cooOf([
        [1, -1, 0, 0],
        [-1, 2, -1, 0],
        [0, -1, 2, -1],
        [0, 0, -1, 1],
      ]),
    );
    const P = interpolationOf(
      {
        A,
        strong: strengthOf(A),
        coarse: Int32Array.of(0, -1, -1, 1),
        diagonal: Float64Array.of(1, 2, 2, 1),
      },
      2,
    );
    const expected = [
      [1, 0],
      [2 / 3, 1 / 3],
      [1 / 3, 2 / 3],
      [0, 1],
    ];
    denseOf(P).forEach((row, i) =>
      row.forEach((value, j) => expect(value).toBeCloseTo(expected[i]?.[j] as number, 14)),
    );
  });

  it('has four weights in a row at most, whose sum is 1 where that of the row of A is 0', () => {
    const A = csrOf(stretched(24));
    const strong = strengthOf(A);
    const { coarse, count } = pointsOf(A, strong, 1);
    const own = new Float64Array(coarse.length);
    const isInner = new Uint8Array(coarse.length);
    for (let i = 0; i < own.length; i++) {
      let sum = 0;
      for (let k = A.rowStart[i] as number; k < (A.rowStart[i + 1] as number); k++) {
        const value = A.values[k] as number;
        sum += value;
        if (A.colIndex[k] === i) own[i] = value;
      }
      isInner[i] = Math.abs(sum) < 1e-9 * (own[i] as number) ? 1 : 0;
    }
    const P = interpolationOf({ A, strong, coarse, diagonal: own }, count);
    let checked = 0;
    for (let i = 0; i < own.length; i++) {
      const row = P.values.subarray(P.rowStart[i], P.rowStart[i + 1]);
      expect(row.length).toBeLessThanOrEqual(4);
      const columns = P.colIndex.subarray(P.rowStart[i], P.rowStart[i + 1]);
      expect(Array.from(columns)).toEqual([...columns].sort((a, b) => a - b));
      const around = Array.from(A.colIndex.subarray(A.rowStart[i], A.rowStart[i + 1]));
      if (!around.every((j) => isInner[j]) || row.length === 0) continue;
      expect(row.reduce((sum, w) => sum + w, 0)).toBeCloseTo(1, 9);
      checked++;
    }
    expect(checked).toBeGreaterThan(300);
  });

  it('leaves a point without strong neighbours an empty row', () => {
    const A = csrOf(
      cooOf([
        [2, 0, 0],
        [0, 2, -1],
        [0, -1, 2],
      ]),
    );
    const P = interpolationOf({ A, strong: strengthOf(A), coarse: Int32Array.of(-1, 0, -1), diagonal: diagonal(3) }, 1);
    expect(denseOf(P)).toEqual([[0], [1], [0.5]]);
  });
});
