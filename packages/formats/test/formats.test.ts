import type { CooMatrix, NamedArrays, SparseFormat } from '@spmv/core';
import {
  buildMatrix,
  checkStored,
  cooFromEntries,
  planStorage,
  roundCooToF32,
  structureOf,
  structureOfRowLengths,
} from '@spmv/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { coo, csr, csr64, csrPadded, ellpack, ellpackR, plugin } from '../src/index.ts';

const formats: readonly SparseFormat[] = plugin.formats ?? [];

/** The 4 × 5 matrix that every format's page draws. */
const shared = cooFromEntries(
  { rows: 4, cols: 5 },
  { rowIndex: [0, 0, 1, 1, 3, 3, 3], colIndex: [0, 2, 1, 4, 0, 1, 3], values: [1, 2, 3, 4, 5, 6, 7] },
);
/** The 5 × 5 matrix of Fraga 2018, "Sparse Matrices Formats". */
const fraga = cooFromEntries(
  { rows: 5, cols: 5 },
  {
    rowIndex: [0, 0, 1, 1, 2, 2, 3, 3, 4, 4],
    colIndex: [0, 1, 1, 2, 1, 2, 2, 3, 3, 4],
    values: [3, 4, 5, 1, 1, 2, 2, 3, 1, 6],
  },
);

function arraysOf(format: SparseFormat, matrix: CooMatrix, params = {}): Record<string, number[]> {
  const { arrays } = buildMatrix(format, matrix, { params });
  return Object.fromEntries(Object.entries<NamedArrays[string]>(arrays).map(([name, array]) => [name, [...array]]));
}

describe('the matrix of the first paper', () => {
  it('has irp = 0 2 4 6 8 10: the 11 printed in the paper is a slip, as nz = 10 there', () => {
    expect(arraysOf(csr, fraga)).toEqual({
      rowStart: [0, 2, 4, 6, 8, 10],
      colIndex: [0, 1, 1, 2, 1, 2, 2, 3, 3, 4],
      values: [3, 4, 5, 1, 1, 2, 2, 3, 1, 6],
    });
  });

  it('is as printed in ELLPACK by rows', () => {
    expect(arraysOf(ellpack, fraga, { order: 'row' })).toEqual({
      colIndex: [0, 1, 1, 2, 1, 2, 2, 3, 3, 4],
      values: [3, 4, 5, 1, 1, 2, 2, 3, 1, 6],
    });
  });
});

describe('the matrix that the documentation draws', () => {
  it('is stored as drawn', () => {
    expect(arraysOf(coo, shared)).toEqual({
      rowIndex: [0, 0, 1, 1, 3, 3, 3],
      colIndex: [0, 2, 1, 4, 0, 1, 3],
      values: [1, 2, 3, 4, 5, 6, 7],
    });
    expect(arraysOf(csr, shared)['rowStart']).toEqual([0, 2, 4, 4, 7]);
    expect(arraysOf(csr64, shared)).toEqual(arraysOf(csr, shared));
    expect(buildMatrix(csr64 as SparseFormat, shared).arrays['rowStart']).toBeInstanceOf(Float64Array);
    expect(arraysOf(csrPadded, shared, { multiple: 2 })).toEqual({
      rowStart: [0, 2, 4, 4, 8],
      colIndex: [0, 2, 1, 4, 0, 1, 3, -1],
      values: [1, 2, 3, 4, 5, 6, 7, 0],
    });
    expect(arraysOf(ellpack, shared)['colIndex']).toEqual([0, 1, -1, 0, 2, 4, -1, 1, -1, -1, -1, 3]);
    expect(arraysOf(ellpack, shared, { order: 'row' })['colIndex']).toEqual([0, 2, -1, 1, 4, -1, -1, -1, -1, 0, 1, 3]);
    expect(arraysOf(ellpackR, shared)).toEqual({
      rowLength: [2, 2, 0, 3],
      colIndex: [0, 1, -1, 0, 2, 4, -1, 1, -1, -1, -1, 3],
      values: [1, 3, 0, 5, 2, 4, 0, 6, 0, 0, 0, 7],
    });
  });
});

describe('plan', () => {
  it('predicts 160 GB for ELLPACK of a matrix shaped like dc1 and refuses it', () => {
    const rowLength = new Int32Array(116_835).fill(6);
    rowLength[0] = 114_190;
    const structure = structureOfRowLengths({ rows: 116_835, cols: 116_835 }, rowLength);
    for (const format of [ellpack, ellpackR]) {
      const plan = planStorage(format as SparseFormat, structure, {}, 'f64');
      expect(plan.refusal).toMatch(/^needs 160 GB: .* more than 2\^31-1$/);
      expect(Math.round(plan.bytes / 1e9)).toBe(160);
    }
    expect(planStorage(csr as SparseFormat, structure, {}, 'f64').refusal).toBeUndefined();
  });

  it('suggests aligned columns once they cost little', () => {
    const of = (rows: number) =>
      planStorage(
        ellpack as SparseFormat,
        structureOfRowLengths({ rows, cols: 4 }, new Int32Array(rows).fill(2)),
        {},
        'f64',
      ).scalars['stride'];
    expect([of(1023), of(1025)]).toEqual([1023, 1056]);
  });
});

describe('every format', () => {
  const matrix = fc
    .record({ rows: fc.nat(12), cols: fc.nat(12), density: fc.double({ min: 0, max: 1, noNaN: true }), seed: fc.nat() })
    .map(({ rows, cols, density, seed }) => {
      const rowIndex: number[] = [];
      const colIndex: number[] = [];
      let state = seed >>> 0;
      const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
      for (let i = 0; i < rows; i++)
        for (let j = 0; j < cols; j++)
          if (random() < density) {
            rowIndex.push(i);
            colIndex.push(j);
          }
      return cooFromEntries(
        { rows, cols },
        { rowIndex, colIndex, values: rowIndex.map(() => (random() < 0.1 ? 0 : random() - 0.5)) },
      );
    });

  it.each(formats.map((format) => [format.id, format] as const))(
    '%s gives back what it stored, as planned',
    (_id, format) => {
      const points: Record<string, number | string>[] =
        format.id === 'csr-padded'
          ? [{ multiple: 1 }, { multiple: 16 }]
          : format.id.startsWith('ellpack')
            ? [{ order: 'row' }, { order: 'column', alignment: 32 }, { order: 'row', alignment: 4 }]
            : [{}];
      fc.assert(
        fc.property(matrix, fc.constantFrom(...points), fc.constantFrom('f64', 'f32'), (a, params, valueType) => {
          const stored = buildMatrix(format, a, { params, valueType });
          expect(checkStored(format, stored, structureOf(a))).toEqual([]);
          expect(format.toCoo(stored)).toEqual(valueType === 'f32' ? roundCooToF32(a) : a);
        }),
        { numRuns: 60 },
      );
    },
  );
});

describe('check', () => {
  const broken = (format: SparseFormat, change: (arrays: Record<string, Int32Array>) => void, params = {}) => {
    const stored = buildMatrix(format, shared, { params });
    change(stored.arrays as unknown as Record<string, Int32Array>);
    return format.check(stored).map((f) => f.invariant);
  };
  const set = (name: string, index: number, value: number) => (arrays: Record<string, Int32Array>) => {
    (arrays[name] as Int32Array)[index] = value;
  };

  it.each([
    ['csr', csr, set('rowStart', 0, 1), 'rowStart.first'],
    ['csr', csr, set('rowStart', 1, 5), 'rowStart.monotone'],
    ['csr', csr, set('rowStart', 4, 8), 'rowStart.last'],
    ['csr', csr, set('colIndex', 0, 5), 'colIndex.range'],
    ['csr', csr, set('colIndex', 1, 0), 'colIndex.increasing'],
    ['csr64', csr64, set('rowStart', 0, 1), 'rowStart.first'],
    ['csr64', csr64, set('rowStart', 1, Number.NaN), 'rowStart.monotone'],
    ['csr64', csr64, set('rowStart', 1, 1.5), 'rowStart.multiple'],
    ['csr64', csr64, set('rowStart', 1, 5), 'rowStart.monotone'],
    ['csr64', csr64, set('rowStart', 4, 8), 'rowStart.last'],
    ['csr64', csr64, set('rowStart', 4, Infinity), 'rowStart.multiple'],
    ['csr64', csr64, set('colIndex', 0, 5), 'colIndex.range'],
    ['csr-padded', csrPadded, set('rowStart', 1, 17), 'rowStart.multiple'],
    ['csr-padded', csrPadded, set('colIndex', 2, 0), 'colIndex.increasing'],
    ['ellpack', ellpack, set('colIndex', 0, -1), 'padding.marked'],
    ['ellpack', ellpack, set('colIndex', 2, 0), 'nnz'],
    ['ellpack-r', ellpackR, set('rowLength', 2, 1), 'rowLength'],
    ['coo', coo, set('rowIndex', 0, 3), 'coo.sorted'],
  ] as const)('of %s finds %s', (_id, format, change, invariant) => {
    expect(broken(format as unknown as SparseFormat, change)).toEqual([invariant]);
  });
});
