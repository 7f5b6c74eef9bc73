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
import { hyb as typed } from '../src/index.ts';

const hyb = typed as unknown as SparseFormat;

/** The 4 × 5 matrix that every format's page draws. */
const drawn = cooFromEntries(
  { rows: 4, cols: 5 },
  { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
);

function arraysOf(params: Record<string, number | string>): Record<string, number[]> {
  const { arrays } = buildMatrix(hyb, drawn, { params });
  return Object.fromEntries(Object.entries<NamedArrays[string]>(arrays).map(([name, array]) => [name, [...array]]));
}

/** Width and overflow for rows of these lengths. */
function splitOf(rowLength: readonly number[], fraction: number): readonly unknown[] {
  const { scalars } = planStorage(
    hyb,
    structureOfRowLengths({ rows: rowLength.length, cols: 1000 }, Int32Array.from(rowLength)),
    { fraction },
    'f64',
  );
  return [scalars['width'], scalars['overflow']];
}

describe('the matrix that the documentation draws', () => {
  it('is stored as drawn', () => {
    expect(arraysOf({})).toEqual({
      ellColIndex: [0, 1, -1, 0, 2, 4, -1, 1],
      ellValues: [1, 3, 0, 5, 2, 4, 0, 6],
      cooRowIndex: [3],
      cooColIndex: [3],
      cooValues: [7],
    });
    expect(arraysOf({ order: 'row', alignment: 4 })['ellColIndex']).toEqual([0, 2, 1, 4, -1, -1, 0, 1]);
  });
});

describe('the split', () => {
  it('holds two thirds of the rows whole, as the paper has it', () => {
    expect(splitOf([1, 1, 2, 2, 50, 60], 2 / 3)).toEqual([2, 48 + 58]);
    expect(splitOf([3, 1, 2], 2 / 3)).toEqual([2, 1]);
  });

  it('is ELLPACK at 1, and exceeds only the shortest rows at 0', () => {
    expect(splitOf([1, 1, 2, 2, 50, 60], 1)).toEqual([60, 0]);
    expect(splitOf([1, 1, 2], 0)).toEqual([0, 4]);
  });

  it('keeps a matrix with a full row within its means', () => {
    const rowLength = new Int32Array(116_835).fill(6);
    rowLength[0] = 114_190;
    const plan = planStorage(hyb, structureOfRowLengths({ rows: 116_835, cols: 116_835 }, rowLength), {}, 'f64');
    expect(plan.refusal).toBeUndefined();
    expect(plan.scalars).toMatchObject({ width: 6, overflow: 114_184 });
    expect(plan.slots).toBe(116_864 * 6 + 114_184);
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

  it.each([0, 0.3, 2 / 3, 0.95, 1])('with %f of the rows whole gives back what was stored, as planned', (fraction) => {
    for (const a of matrices) {
      for (const order of ['column', 'row']) {
        for (const alignment of [1, 32]) {
          for (const valueType of ['f64', 'f32'] as const) {
            const stored = buildMatrix(hyb, a, { params: { fraction, order, alignment }, valueType });
            expect(checkStored(hyb, stored, structureOf(a))).toEqual([]);
            expect(hyb.toCoo(stored)).toEqual(valueType === 'f32' ? roundCooToF32(a) : a);
          }
        }
      }
    }
  });
});

describe('check', () => {
  it.each([
    ['ellColIndex', 0, -1, 'padding.marked'],
    ['ellColIndex', 0, 5, 'ellColIndex.range'],
    ['ellColIndex', 4, 0, 'ellColIndex.increasing'],
    ['ellColIndex', 7, -1, 'overflow.full'],
    ['cooRowIndex', 0, 2, 'overflow.full'],
    ['cooRowIndex', 0, 4, 'cooRowIndex.range'],
    ['cooColIndex', 0, 5, 'cooColIndex.range'],
    ['cooColIndex', 0, 1, 'cooColIndex.increasing'],
    ['ellColIndex', 6, 2, 'padding.marked'],
    ['ellColIndex', 2, 2, 'nnz'],
  ] as const)('finds %s[%i] = %i: %s', (name, index, value, invariant) => {
    const stored = buildMatrix(hyb, drawn);
    (stored.arrays[name] as Int32Array)[index] = value;
    expect(hyb.check(stored).map((finding) => finding.invariant)).toEqual([invariant]);
  });
});
