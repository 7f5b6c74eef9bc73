import type { ComplexCoo, CooMatrix } from '@spmv/core';
import { complexFromEntries, cooFromEntries, realEquivalent, transposeCoo } from '@spmv/core';
import type { Factorization, FactorOptions } from '@spmv/direct';
import { analyzeGeneral, analyzeLu, analyzeSymmetric, factor, factorFronts } from '@spmv/direct';
import { describe, expect, test } from 'vitest';
import { backwardError, grid, random } from './matrices.ts';

type Value = readonly [real: number, imaginary: number];

/** A complex matrix where a real one has entries; rows may be put elsewhere. */
function complex(
  { shape, rowIndex, colIndex }: CooMatrix,
  value: (i: number, j: number) => Value,
  rowOf: (i: number) => number = (i) => i,
): ComplexCoo {
  const values = [...rowIndex].flatMap((i, k) => value(i, colIndex[k] as number));
  return complexFromEntries(shape, { rowIndex: rowIndex.map(rowOf), colIndex, values });
}

const next = random(11);
const wild = (): Value => [next(), next()];
const hermitian = (diagonal: number) => (i: number, j: number) =>
  i === j ? ([diagonal, 0] as const) : ([-0.6, i < j ? 0.8 : -0.8] as const);
const plane = grid([17, 15]);
const space = grid([8, 7, 9]);
/** A circuit's: few entries a row, in random places. */
const scattered = cooFromEntries(
  { rows: 200, cols: 200 },
  {
    rowIndex: Array.from({ length: 500 }, (_, k) => (k < 200 ? k : Math.floor(100 * (next() + 1)))),
    colIndex: Array.from({ length: 500 }, (_, k) => (k < 200 ? k : Math.floor(100 * (next() + 1)))),
    values: new Float64Array(500).fill(1),
  },
);

const cases: Readonly<Record<string, ComplexCoo>> = {
  'a wave that is absorbed': complex(plane, (i, j) => (i === j ? [4 - 0.9, 0.3] : [-1, 0])),
  'a wave in three dimensions': complex(space, (i, j) => (i === j ? [6 - 0.8, 0.2] : [-1, 0.1 * (i - j)])),
  'values of any size and phase': complex(space, wild),
  'nothing real on the diagonal': complex(space, (i, j) => (i === j ? [0, i % 2 === 0 ? 7 : -7] : wild())),
  'no diagonal': complex(space, wild, (i) => (i + 5) % space.shape.rows),
  'a saddle point of pairs': complex(space, (i, j) => (i === j && i % 7 === 0 ? [0, 0] : wild())),
  'a circuit': complex(scattered, (i, j) => (i === j ? [0, 3] : wild())),
  'a circuit without a diagonal': complex(scattered, wild, (i) => (i + 3) % 200),
  'a Hermitian matrix that is positive definite': complex(space, hermitian(7)),
  'a Hermitian matrix of both signs': complex(space, hermitian(0.4)),
};

function solvedBy(F: Factorization, A: CooMatrix): number {
  const b = Float64Array.from({ length: A.shape.rows }, random(5));
  return backwardError(A, F.solve(b), b);
}

/** Whether an order has one row of each pair after the other. */
const keepsPairs = (order: Int32Array): boolean =>
  order.every((row, k) => k % 2 === 1 || row >> 1 === (order[k + 1] as number) >> 1);
/** Parts and blocks apart, and so no blocks that an order could be made of. */
function apart({ shape, rowIndex, colIndex, values }: CooMatrix): CooMatrix {
  const put = (at: number): number => (at >> 1) + (at % 2) * (shape.rows / 2);
  return cooFromEntries(shape, { rowIndex: rowIndex.map(put), colIndex: colIndex.map(put), values });
}

describe('a matrix that does to pairs what a complex one does', () => {
  for (const [name, given] of Object.entries(cases)) {
    const A = realEquivalent(given);
    test(`${name}: is solved, and so is its transpose, and what has other values`, async () => {
      for (const options of [{}, { method: 'lu' }, { method: 'lu', threshold: 1 }] as readonly FactorOptions[])
        for (const one of [A, transposeCoo(A)]) {
          const F = await factor(one, options);
          expect(solvedBy(F, one)).toBeLessThan(2 ** -50);
          F.update(one.values.map((value) => 3 * value));
          expect(solvedBy(F, { ...one, values: one.values.map((value) => 3 * value) })).toBeLessThan(2 ** -50);
        }
    });

    test(`${name}: is ordered by pairs, with no more entries of factors than its numbers need`, () => {
      const lu = analyzeLu(A);
      expect([keepsPairs(lu.rowOrder), keepsPairs(lu.colOrder)]).toEqual([true, true]);
      expect([...lu.blockStart].every((at) => at % 2 === 0)).toBe(true);
      const symmetric = analyzeSymmetric(A);
      expect(keepsPairs(symmetric.order)).toBe(true);
      const other = apart(A);
      expect(symmetric.fill).toBeLessThan(1.1 * analyzeSymmetric(other).fill);
      expect(lu.entries).toBeLessThan(1.2 * analyzeLu(other).entries);
      const { fronts } = analyzeGeneral(A);
      if (fronts) expect([...fronts.firstPivot].every((at) => at % 2 === 0)).toBe(true);
    });
  }

  test.each(['values of any size and phase', 'a circuit', 'a Hermitian matrix of both signs'])(
    '%s: has the analysis of its order, which is made of rows',
    (name) => {
      const A = realEquivalent(cases[name] as ComplexCoo);
      const found = analyzeSymmetric(A);
      expect(analyzeSymmetric(A, { ordering: found.order })).toEqual(found);
    },
  );

  test('comes with the larger part of each number on the diagonal, where no pivot is left to a parent', () => {
    const A = realEquivalent(cases['nothing real on the diagonal'] as ComplexCoo);
    const { fronts } = analyzeGeneral(A);
    expect(fronts && factorFronts(fronts, A)).toMatchObject({ exchanges: 0, delayed: 0 });
  });

  test('is told from one whose blocks are none of complex numbers: its own largest entries come to the diagonal', async () => {
    const given = realEquivalent(cases['no diagonal'] as ComplexCoo);
    const rows = given.shape.rows / 2;
    const large = [5, 3, 4, 0];
    const values = given.values.map((_, k) => {
      const [i, j] = [given.rowIndex[k] as number, given.colIndex[k] as number];
      const isMatched = ((i >> 1) - (j >> 1) + rows) % rows === 5;
      return isMatched ? (large[2 * (i % 2) + (j % 2)] as number) : next() / 10;
    });
    const A = { ...given, values };
    const { fronts } = analyzeGeneral(A);
    const at = [...values.keys()].filter(
      (k) => fronts?.rowPlace[A.rowIndex[k] as number] === fronts?.colPlace[A.colIndex[k] as number],
    );
    expect(Math.min(...at.map((k) => Math.abs(values[k] as number)))).toBeGreaterThanOrEqual(3);
    expect(solvedBy(await factor(A), A)).toBeLessThan(2 ** -50);
  });

  test('is told from one whose blocks are not whole', async () => {
    const A = realEquivalent(cases['values of any size and phase'] as ComplexCoo);
    const without = A.rowIndex.findIndex((i) => i === 8);
    const torn = [
      [...A.values.keys()]
        .filter((k) => k !== without)
        .map((k) => [A.rowIndex[k], A.colIndex[k], A.values[k]] as const),
      // One row of a pair with other columns than the other.
      [...A.values.keys()].map(
        (k) =>
          [
            A.rowIndex[k],
            ((A.colIndex[k] as number) + (A.rowIndex[k] === 9 ? 4 : 0)) % A.shape.cols,
            A.values[k],
          ] as const,
      ),
    ] as readonly (readonly (readonly [number, number, number])[])[];
    for (const all of torn) {
      const one = cooFromEntries(A.shape, {
        rowIndex: all.map(([i]) => i),
        colIndex: all.map(([, j]) => j),
        values: all.map(([, , value]) => value),
      });
      expect(solvedBy(await factor(one), one)).toBeLessThan(2 ** -50);
    }
  });

  test('is refused with its own rank where a complex column is empty', () => {
    const shape = { rows: 3, cols: 3 };
    const empty = complexFromEntries(shape, { rowIndex: [0, 1, 2], colIndex: [0, 0, 2], values: [1, 2, 3, 4, 5, 6] });
    expect(() => analyzeLu(realEquivalent(empty))).toThrow(
      expect.objectContaining({
        code: 'SOLVER.SINGULAR',
        details: expect.objectContaining({ rank: 4, structural: true }),
      }),
    );
  });
});
