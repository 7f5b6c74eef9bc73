import type { CooMatrix } from '@spmv/core';
import { cooFromEntries } from '@spmv/core';
import type { TriangularKernels, TriangularOptions } from '@spmv/direct';
import { backwardError, nativeFronts, solveTriangular, triangularOf } from '@spmv/direct';
import { nativeFunctions } from '@spmv/kernels-native';
import { describe, expect, test } from 'vitest';
import { unless } from '../../../../tools/needs.ts';
import { random } from '../matrices.ts';
import { missingNative } from '../missing-native.ts';

type Entry = readonly [row: number, col: number, value: number];

const of = (n: number, entries: readonly Entry[]): CooMatrix =>
  cooFromEntries(
    { rows: n, cols: n },
    {
      rowIndex: entries.map(([i]) => i),
      colIndex: entries.map(([, j]) => j),
      values: entries.map(([, , value]) => value),
    },
  );
const next = random(3);
const index = (n: number): number => Math.floor(((next() + 1) / 2) * n) % n;
/** A diagonal, and so many entries in both triangles; magnitudes grow by 2ⁿ in either. */
const scattered = (n: number, each: number): CooMatrix => {
  const places = new Map(
    Array.from({ length: n * each }, () => [index(n), index(n)] as const).map(([i, j]) => [i * n + j, [i, j] as const]),
  );
  const beside = [...places.values()].filter(([i, j]) => i !== j).map(([i, j]): Entry => [i, j, 2 * next()]);
  return of(n, [...beside, ...Array.from({ length: n }, (_, i): Entry => [i, i, 1 + next() / 2])]);
};
/** The triangle alone, as the oracle reads it. */
function triangleIn(
  { shape, rowIndex, colIndex, values }: CooMatrix,
  { triangle = 'lower', diagonal = 'stored' }: TriangularOptions,
): CooMatrix {
  const entries = Array.from(values, (value, k): Entry => [rowIndex[k] ?? 0, colIndex[k] ?? 0, value]);
  const own = entries.filter(([i, j]) => (triangle === 'lower' ? i > j : i < j));
  const ones = Array.from({ length: shape.rows }, (_, i): Entry => [i, i, 1]);
  return of(shape.rows, [...own, ...(diagonal === 'unit' ? ones : entries.filter(([i, j]) => i === j))]);
}

const matrices: Record<string, CooMatrix> = {
  'scattered entries': scattered(300, 3),
  'a level for each row': of(
    200,
    Array.from({ length: 200 }, (_, i): Entry[] => [
      [i, i, 2],
      ...(i > 0
        ? ([
            [i, i - 1, -1],
            [i - 1, i, 1],
          ] as Entry[])
        : []),
    ]).flat(),
  ),
  'one row and one column of all': of(
    200,
    Array.from({ length: 200 }, (_, i): Entry[] => [
      [i, i, 3],
      ...(i < 199
        ? ([
            [199, i, 1],
            [i, 199, -1],
          ] as Entry[])
        : []),
    ]).flat(),
  ),
  'a diagonal': of(
    5,
    [0, 1, 2, 3, 4].map((i): Entry => [i, i, i + 1]),
  ),
  'no rows': of(0, []),
};

const kernels: [string, TriangularKernels][] = [
  ['JavaScript', {}],
  ...(missingNative ? [] : [['compiled code', nativeFronts(nativeFunctions())] as [string, TriangularKernels]]),
];
const all: TriangularOptions[] = [
  {},
  { triangle: 'upper' },
  { diagonal: 'unit' },
  { triangle: 'upper', diagonal: 'unit' },
];

describe.each(kernels)('triangles by %s', (_, kernel) => {
  test.each(Object.entries(matrices))('of %s leave no more than their own rounding', (__, coo) => {
    const n = coo.shape.rows;
    for (const options of all) {
      const T = triangularOf(coo, options);
      const b = Float64Array.from({ length: 2 * n }, next);
      const x = solveTriangular(T, b, undefined, kernel);
      const longest = T.rowStart.reduce((most, end, k) => Math.max(most, end - (T.rowStart[k - 1] ?? 0)), 0);
      for (const from of [0, n]) {
        const [own, right] = [x.slice(from, from + n), b.slice(from, from + n)];
        expect(backwardError(triangleIn(coo, options), own, right).componentwise).toBeLessThanOrEqual(
          (longest + 2) * 2 ** -53,
        );
      }
      expect(solveTriangular(T, b, b, kernel)).toEqual(x);
    }
  });

  test('leave the range as numbers do', () => {
    const T = triangularOf(
      of(3, [
        [0, 0, 1e-300],
        [1, 1, 1e-300],
        [2, 1, 1],
        [2, 2, 1],
      ]),
    );
    expect([...solveTriangular(T, Float64Array.of(1e300, 0, 1), undefined, kernel)]).toEqual([Infinity, 0, 1]);
  });
});

test('levels are as few as there can be, and rows of a level need none of each other', () => {
  const { levelStart } = triangularOf(matrices['one row and one column of all'] as CooMatrix);
  expect([...levelStart]).toEqual([0, 199, 200]);
  const T = triangularOf(matrices['scattered entries'] as CooMatrix, { triangle: 'upper' });
  const levelOf = new Map<number, number>();
  for (let l = 0; l + 1 < T.levelStart.length; l++)
    for (const i of T.order.subarray(T.levelStart[l], T.levelStart[l + 1])) levelOf.set(i, l);
  const before = Array.from(T.order, (i, k) => {
    const columns = [...T.colIndex.subarray(T.rowStart[k], T.rowStart[k + 1])];
    return (levelOf.get(i) ?? 0) - Math.max(-1, ...columns.map((j) => levelOf.get(j) ?? 0));
  });
  expect(new Set(before)).toEqual(new Set([1]));
});

test('say what is wrong with them', () => {
  const singular = of(3, [
    [0, 0, 1],
    [1, 0, 1],
    [2, 2, 1],
  ]);
  const refused = (coo: CooMatrix, code: string, details: object): void =>
    expect(() => triangularOf(coo)).toThrow(
      expect.objectContaining({ code, details: expect.objectContaining(details) }),
    );
  refused(singular, 'SOLVER.SINGULAR', { row: 1 });
  refused(of(1, [[0, 0, 0]]), 'SOLVER.SINGULAR', { row: 0 });
  refused(
    of(2, [
      [0, 0, 1],
      [1, 1, Number.NaN],
    ]),
    'SOLVER.NOT_FINITE',
    { row: 1, col: 1 },
  );
  refused({ ...singular, shape: { rows: 3, cols: 4 } }, 'OPERAND.MATRIX', { rows: 3, cols: 4 });
  expect(() => triangularOf(singular, { triangle: 'left' as 'lower' })).toThrow(
    expect.objectContaining({ code: 'PARAM.OUT_OF_RANGE' }),
  );
  const T = triangularOf(singular, { diagonal: 'unit' });
  expect(() => solveTriangular(T, new Float64Array(4))).toThrow(expect.objectContaining({ code: 'OPERAND.LENGTH' }));
});

describe('threads', unless(missingNative), () => {
  test('share wide levels, and have the bits of one', () => {
    // Rows that need none, wide ones, one between them that needs all, and wide ones again.
    const [wide, each] = [5000, 210];
    const n = 3 * wide + 1;
    const row = (i: number): number => (i < wide ? 0 : i === 2 * wide ? wide : each);
    const rowStart = new Int32Array(n + 1);
    for (let i = 0; i < n; i++) rowStart[i + 1] = (rowStart[i] ?? 0) + row(i);
    const order = Int32Array.from({ length: n }, (_, i) => i);
    const count = rowStart[n] ?? 0;
    const levelStart = Int32Array.of(0, wide, 2 * wide, 2 * wide + 1, n);
    const colIndex = new Int32Array(count);
    for (let i = wide; i < n; i++)
      for (let k = rowStart[i] ?? 0; k < (rowStart[i + 1] ?? 0); k++)
        colIndex[k] =
          i === 2 * wide ? wide + k - (rowStart[i] ?? 0) : i < 2 * wide ? index(wide) : wide + index(wide + 1);
    const values = Float64Array.from({ length: count }, () => next() / each);
    const T = { n, order, levelStart, rowStart, colIndex, values, pivots: new Float64Array(n).fill(1.5) };
    const b = Float64Array.from({ length: n }, next);
    const [one, four] = [1, 4].map((threads) =>
      solveTriangular(T, b, undefined, nativeFronts(nativeFunctions(), { threads })),
    );
    expect(four).toEqual(one);
  });
});
