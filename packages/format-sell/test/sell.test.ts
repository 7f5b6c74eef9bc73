import type { NamedArrays, SparseFormat } from '@spmv/core';
import {
  buildMatrix,
  checkStored,
  cooFromEntries,
  planStorage,
  roundCooToF32,
  structureOf,
  structureOfRowLengths,
} from '@spmv/core';
import { oneFullRow, powerLaw, randomUniform, stencil5 } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { sell as typed } from '../src/index.ts';
import { sortRows } from '../src/slices.ts';

const sell = typed as unknown as SparseFormat;

/** The 4 × 5 matrix that every format's page draws. */
const drawn = cooFromEntries(
  { rows: 4, cols: 5 },
  { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
);

function arraysOf(params: Record<string, number>): Record<string, number[]> {
  const { arrays } = buildMatrix(sell, drawn, { params });
  return Object.fromEntries(Object.entries<NamedArrays[string]>(arrays).map(([name, array]) => [name, [...array]]));
}

describe('the matrix that the documentation draws', () => {
  it('is stored as drawn, unsorted', () => {
    expect(arraysOf({ C: 2, sigma: 1 })).toEqual({
      sliceStart: [0, 4, 10],
      rowOrder: [],
      colIndex: [0, 1, 2, 4, -1, 0, -1, 1, -1, 3],
      values: [1, 3, 2, 4, 0, 5, 0, 6, 0, 7],
    });
  });

  it('is stored as drawn, sorted', () => {
    expect(arraysOf({ C: 2, sigma: 4 })).toEqual({
      sliceStart: [0, 6, 10],
      rowOrder: [3, 0, 1, 2],
      colIndex: [0, 0, 1, 2, 3, -1, 1, -1, 4, -1],
      values: [5, 1, 6, 2, 7, 0, 3, 0, 4, 0],
    });
  });

  it('begins slices aligned when asked to', () => {
    expect(arraysOf({ C: 2, sigma: 1, alignment: 8 })['sliceStart']).toEqual([0, 8, 16]);
  });
});

describe('sorting', () => {
  const skewed = powerLaw({ rows: 3000, cols: 3000, seed: 7 });

  it('stays inside its window and removes padding', () => {
    const padding = (sigma: number) => planStorage(sell, structureOf(skewed), { C: 32, sigma }, 'f64').padding;
    expect(padding(256)).toBeLessThan(padding(1));
    expect(padding(4096)).toBeLessThanOrEqual(padding(256));
    const { rowOrder } = buildMatrix(sell, skewed, { params: { C: 32, sigma: 256 } }).arrays;
    expect([...(rowOrder as Int32Array)].every((row, place) => Math.trunc(row / 256) === Math.trunc(place / 256))).toBe(
      true,
    );
  });

  it.each([
    ['a length for every row and more', (row: number) => (row * 7919) % 4096],
    ['few lengths', (row: number) => (row * 31) % 5],
    ['no entries', () => 0],
    [
      'one giant row, whose window is compared and not counted',
      (row: number) => (row === 777 ? 2_000_000_000 : row % 3),
    ],
  ])('is by falling length in every window, rows of one length as they were: %s', (_, lengthOf) => {
    const rowLength = Int32Array.from({ length: 1003 }, (__, row) => lengthOf(row));
    for (const sigma of [1, 2, 7, 256, 1003, 4096]) {
      const expected = Array.from(rowLength, (length, row) => ({ row, length, window: Math.floor(row / sigma) }))
        .sort((a, b) => a.window - b.window || b.length - a.length || a.row - b.row)
        .map(({ row }) => row);
      expect([...sortRows(rowLength, sigma)]).toEqual(expected);
    }
  });

  it('is suggested only where it helps', () => {
    expect(planStorage(sell, structureOf(skewed), {}, 'f64').params['sigma']).toBe(256);
    expect(planStorage(sell, structureOf(stencil5({ n: 60 })), {}, 'f64').params['sigma']).toBe(1);
    const near = structureOf(stencil5({ n: 60 }));
    expect(planStorage(sell, { ...near, target: 'native' }, {}, 'f64').params['sigma']).toBe(1);
    for (const [target, sigma] of [
      ['native', 4096],
      ['wasm', 256],
    ] as const)
      expect(planStorage(sell, { ...structureOf(skewed), target }, {}, 'f64').params).toMatchObject({ C: 8, sigma });
    const equal = structureOfRowLengths({ rows: 999, cols: 50 }, new Int32Array(999).fill(7));
    expect(planStorage(sell, equal, {}, 'f64')).toMatchObject({
      params: { C: 32, sigma: 1 },
      arrays: { rowOrder: { length: 0 } },
    });
  });
});

describe('the height of a slice', () => {
  it('suits its reader: registers of a processor, lanes of a warp', () => {
    const skewed = powerLaw({ rows: 3000, meanPerRow: 6, maxPerRow: 900 });
    for (const [target, height] of [
      ['js', 8],
      ['wasm', 8],
      ['wgsl', 32],
      ['cuda', 32],
    ] as const) {
      expect(planStorage(sell, { ...structureOf(skewed), target }, {}, 'f64').params['C']).toBe(height);
      expect(buildMatrix(sell, skewed, { target }).params['C']).toBe(height);
      expect(buildMatrix(sell, skewed, { target, params: { C: 4 } }).params['C']).toBe(4);
    }
  });
});

describe('plan', () => {
  it('costs one slice of a matrix with one full row, not every row', () => {
    const rows = 116_835;
    const rowLength = new Int32Array(rows).fill(6);
    rowLength[0] = 114_190;
    const plan = planStorage(sell, structureOfRowLengths({ rows, cols: rows }, rowLength), { C: 32, sigma: 1 }, 'f64');
    expect(plan.refusal).toBeUndefined();
    expect(plan.slots).toBe(32 * 114_190 + 6 * 32 * (Math.ceil(rows / 32) - 1));
  });
});

describe('round trip', () => {
  const matrices = [
    drawn,
    randomUniform({ rows: 70, cols: 33, density: 0.1, seed: 1 }),
    powerLaw({ rows: 300, cols: 200, seed: 2 }),
    oneFullRow({ rows: 65, cols: 40, seed: 3 }),
    cooFromEntries({ rows: 0, cols: 3 }, { rowIndex: [], colIndex: [], values: [] }),
    cooFromEntries({ rows: 33, cols: 0 }, { rowIndex: [], colIndex: [], values: [] }),
  ];

  it.each([1, 3, 4, 32, 64])('with slices of %i rows gives back what was stored, as planned', (C) => {
    for (const a of matrices) {
      for (const sigma of [1, 7, 64, 100_000]) {
        for (const alignment of [1, 8]) {
          for (const valueType of ['f64', 'f32'] as const) {
            const stored = buildMatrix(sell, a, { params: { C, sigma, alignment }, valueType });
            expect(checkStored(sell, stored, structureOf(a))).toEqual([]);
            expect(sell.toCoo(stored)).toEqual(valueType === 'f32' ? roundCooToF32(a) : a);
          }
        }
      }
    }
  });
});

describe('check', () => {
  const broken = (name: string, index: number, value: number) => {
    const stored = buildMatrix(sell, drawn, { params: { C: 2, sigma: 4 } });
    (stored.arrays[name] as Int32Array)[index] = value;
    return sell.check(stored).map(({ invariant }) => invariant);
  };

  it.each([
    ['sliceStart', 0, 1, 'sliceStart.first'],
    ['sliceStart', 1, 11, 'sliceStart.monotone'],
    ['sliceStart', 2, 12, 'sliceStart.last'],
    ['sliceStart', 1, 4, 'colIndex.increasing'],
    ['colIndex', 4, -1, 'padding.least'],
    ['rowOrder', 0, 4, 'rowOrder.permutation'],
    ['rowOrder', 1, 3, 'rowOrder.permutation'],
    ['colIndex', 0, -1, 'padding.marked'],
    ['colIndex', 0, 5, 'colIndex.range'],
    ['colIndex', 2, 0, 'colIndex.increasing'],
    ['colIndex', 3, -1, 'rowOrder.sorted'],
    ['colIndex', 7, 0, 'nnz'],
  ] as const)('finds %s[%i] = %i: %s', (name, index, value, invariant) => {
    expect(broken(name, index, value)).toContain(invariant);
  });
});
