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
import { oneFullRow, powerLaw, randomUniform } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { bell as typed } from '../src/index.ts';

const bell = typed as unknown as SparseFormat;

/** The 4 × 5 matrix that every format's page draws. */
const drawn = cooFromEntries(
  { rows: 4, cols: 5 },
  { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
);

/** Dense blocks of 3 × 2 along two diagonals. */
function blocked(blockRows: number): ReturnType<typeof cooFromEntries> {
  const rowIndex: number[] = [];
  const colIndex: number[] = [];
  for (let b = 0; b < blockRows; b++) {
    for (const c of [b, (b + 5) % blockRows])
      for (let e = 0; e < 6; e++) {
        rowIndex.push(3 * b + Math.trunc(e / 2));
        colIndex.push(2 * c + (e % 2));
      }
  }
  return cooFromEntries(
    { rows: 3 * blockRows, cols: 2 * blockRows },
    { rowIndex, colIndex, values: rowIndex.map((i) => i - 0.5) },
  );
}

function arraysOf(params: Record<string, number | string>): Record<string, number[]> {
  const { arrays } = buildMatrix(bell, drawn, { params });
  return Object.fromEntries(Object.entries<NamedArrays[string]>(arrays).map(([name, array]) => [name, [...array]]));
}

describe('the matrix that the documentation draws', () => {
  it('is stored as drawn', () => {
    expect(arraysOf({ blockRows: 2, blockCols: 2 })).toEqual({
      blockColIndex: [0, 0, 1, 1, 2, -1],
      mask: [9, 12, 1, 8, 4, 0],
      values: [1, 0, 0, 0, 0, 5, 3, 6, 2, 0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 4, 0, 0, 0],
    });
    expect(arraysOf({ blockRows: 2, blockCols: 2, order: 'row' })).toEqual({
      blockColIndex: [0, 1, 2, 0, 1, -1],
      mask: [9, 1, 4, 12, 8, 0],
      values: [1, 0, 0, 3, 2, 0, 0, 0, 0, 0, 4, 0, 0, 0, 5, 6, 0, 0, 0, 7, 0, 0, 0, 0],
    });
  });
});

describe('plan', () => {
  it('refuses with a reason what it cannot count', () => {
    const plan = planStorage(
      bell,
      structureOfRowLengths({ rows: 10, cols: 10 }, new Int32Array(10).fill(2)),
      {},
      'f64',
    );
    expect(plan.refusal).toContain('where the entries are');
  });

  it('refuses by its longest row alone what no array holds', () => {
    const rowLength = new Int32Array(2 ** 20).fill(1);
    rowLength[7] = 2 ** 12;
    const never = new Proxy(new Int32Array(), { get: () => expect.unreachable('no entry is looked at') });
    const structure = structureOfRowLengths({ rows: 2 ** 20, cols: 2 ** 20 }, rowLength);
    const sizes = { blockRows: 2, blockCols: 2, order: 'row', alignment: 1 } as const;
    const plan = bell.plan({ ...structure, positions: { rowIndex: never, colIndex: never } }, sizes, 'f64');
    expect(plan).toMatchObject({ refusal: expect.stringContaining('one row has 4096 entries') });
  });

  it('suggests the blocks that the entries come in, which then need no padding', () => {
    const plan = planStorage(bell, structureOf(blocked(40)), {}, 'f64');
    expect(plan).toMatchObject({
      params: { blockRows: 3, blockCols: 2 },
      padding: 0,
      arrays: { mask: { element: 'u8' } },
    });
  });

  it('does not refuse scattered entries but says what they cost', () => {
    const a = randomUniform({ rows: 400, cols: 400, density: 0.01, seed: 9 });
    const plan = planStorage(bell, structureOf(a), { blockRows: 4, blockCols: 4 }, 'f64');
    expect(plan.refusal).toBeUndefined();
    expect(plan.padding).toBeGreaterThan(15 * a.values.length);
    expect(plan.arrays['mask']?.element).toBe('u16');
  });

  it.each(['column', 'row'])('leaves without padding what full blocks take, with orders by %s', (order) => {
    const plan = planStorage(bell, structureOf(drawn), { blockRows: 2, blockCols: 2, order }, 'f64');
    // Four values, a column and a mask of four bits for each block of four.
    expect(plan.bytes - plan.paddingBytes).toBe((drawn.colIndex.length * (4 * 8 + 4 + 1)) / 4);
  });

  it('rejects blocks that have no mask', () => {
    expect(() => planStorage(bell, structureOf(drawn), { blockRows: 8, blockCols: 5 }, 'f64')).toThrow(
      'more than the 32 elements',
    );
  });
});

describe('round trip', () => {
  const zeros = cooFromEntries({ rows: 7, cols: 7 }, { rowIndex: [0, 2, 6], colIndex: [3, 2, 6], values: [0, -0, 0] });
  const matrices = [
    drawn,
    zeros,
    blocked(9),
    randomUniform({ rows: 70, cols: 33, density: 0.1, seed: 1 }),
    powerLaw({ rows: 300, cols: 200, seed: 2 }),
    oneFullRow({ rows: 65, cols: 40, seed: 3 }),
    cooFromEntries({ rows: 0, cols: 3 }, { rowIndex: [], colIndex: [], values: [] }),
    cooFromEntries({ rows: 33, cols: 0 }, { rowIndex: [], colIndex: [], values: [] }),
  ];

  it.each([
    [1, 1],
    [2, 3],
    [3, 2],
    [4, 4],
    [8, 4],
    [5, 1],
  ])('with blocks of %i × %i gives back what was stored, as planned', (blockRows, blockCols) => {
    for (const a of matrices) {
      for (const order of ['column', 'row']) {
        for (const alignment of [1, 8]) {
          for (const valueType of ['f64', 'f32'] as const) {
            const stored = buildMatrix(bell, a, { params: { blockRows, blockCols, order, alignment }, valueType });
            expect(checkStored(bell, stored, structureOf(a))).toEqual([]);
            expect(bell.toCoo(stored)).toEqual(valueType === 'f32' ? roundCooToF32(a) : a);
          }
        }
      }
    }
  });
});

describe('check', () => {
  it.each([
    ['blockColIndex', 0, -1, 'padding.marked'],
    ['blockColIndex', 4, 3, 'blockColIndex.range'],
    ['blockColIndex', 2, 0, 'blockColIndex.increasing'],
    ['mask', 0, 0, 'mask.empty'],
    ['mask', 0, 1, 'padding.zero'],
    ['mask', 4, 6, 'mask.inside'],
    ['mask', 0, 25, 'mask.inside'],
    ['mask', 5, 1, 'padding.marked'],
    ['mask', 0, 11, 'nnz'],
    ['values', 2, 1, 'padding.zero'],
  ] as const)('finds %s[%i] = %i: %s', (name, index, value, invariant) => {
    const stored = buildMatrix(bell, drawn, { params: { blockRows: 2, blockCols: 2 } });
    (stored.arrays[name] as Int32Array)[index] = value;
    expect(bell.check(stored).map((finding) => finding.invariant)).toEqual([invariant]);
  });
});
