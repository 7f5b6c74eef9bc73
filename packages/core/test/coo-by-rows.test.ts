import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CooMatrix } from '../src/index.ts';
import {
  buildMatrix,
  checkCoo,
  cooByRows,
  cooInOrder,
  isKnownCanonical,
  cooFromEntries,
  matrixStatistics,
  NO_PARAMS,
  occupiedRowsOf,
  positionsByRows,
  rowLengthOf,
  rowStartOf,
  sectorsPerRow,
  spmv,
  structureOf,
} from '../src/index.ts';

const shape = { rows: 4, cols: 5 };
const rowStart = Int32Array.of(0, 2, 2, 4, 5);
const colIndex = Int32Array.of(0, 3, 1, 2, 4);
const values = Float64Array.of(1, 2, 3, 4, 5);

function byRows(coo: CooMatrix): CooMatrix {
  const made = cooByRows(coo.shape, { rowStart: rowStartOf(coo), colIndex: coo.colIndex }, coo.values);
  if (!made) throw new Error('not canonical');
  return made;
}

it('keeps the arrays, and makes the row of each entry when it is asked for, once', () => {
  const coo = cooByRows(shape, { rowStart, colIndex }, values);
  expect(coo?.colIndex).toBe(colIndex);
  expect(coo?.values).toBe(values);
  expect(coo?.rowStart).toBe(rowStart);
  expect([...(coo?.rowIndex ?? [])]).toEqual([0, 0, 2, 2, 3]);
  expect(coo?.rowIndex).toBe(coo?.rowIndex);
  expect(checkCoo(coo as CooMatrix)).toEqual([]);
});

it.each([
  ['a column that falls', Int32Array.of(3, 0, 1, 2, 4)],
  ['a position twice', Int32Array.of(0, 0, 1, 2, 4)],
  ['a column outside the shape', Int32Array.of(0, 5, 1, 2, 4)],
  ['a negative column', Int32Array.of(-1, 3, 1, 2, 4)],
])('is none with %s', (_, columns) => {
  expect(cooByRows(shape, { rowStart, colIndex: columns }, values)).toBeUndefined();
});

it.each([
  ['too few', Int32Array.of(0, 2, 2, 5)],
  ['falling', Int32Array.of(0, 2, 1, 4, 5)],
  ['not from 0', Int32Array.of(1, 2, 2, 4, 5)],
  ['not to the last entry', Int32Array.of(0, 2, 2, 4, 4)],
  ['beyond the last entry', Int32Array.of(0, 2, 2, 4, 6)],
])('is none where rows begin %s', (_, starts) => {
  expect(cooByRows(shape, { rowStart: starts, colIndex }, values)).toBeUndefined();
});

it('leaves where rows begin behind in a spread with other entries', () => {
  const coo = { ...positionsByRows(rowStart, colIndex), shape, values, rowIndex: Int32Array.of(0, 0, 1, 1, 3) };
  expect([...rowStartOf(coo)]).toEqual([0, 2, 4, 4, 5]);
});

it('finds a rowIndex that is not what rowStart says', () => {
  const liar: CooMatrix = { shape, rowStart, colIndex, values, rowIndex: Int32Array.of(0, 0, 1, 2, 3) };
  expect(checkCoo(liar)[0]?.message).toContain('not what rowStart says');
  expect(() => buildMatrix({ id: 'any', params: NO_PARAMS } as never, liar)).toThrow('not canonical');
});

it('is the same matrix to statistics, structure and the reference as with the row of each entry', () => {
  const entries = fc.array(fc.tuple(fc.nat(11), fc.nat(12), fc.integer({ min: -4, max: 4 })), { maxLength: 60 });
  fc.assert(
    fc.property(entries, (list) => {
      const coo = cooFromEntries(
        { rows: 12, cols: 13 },
        { rowIndex: list.map(([i]) => i), colIndex: list.map(([, j]) => j), values: list.map(([, , a]) => a) },
      );
      const same = byRows(coo);
      expect(matrixStatistics(same)).toEqual(matrixStatistics(coo));
      expect(sectorsPerRow(same)).toBe(sectorsPerRow(coo));
      expect(occupiedRowsOf(same)).toEqual(occupiedRowsOf(coo));
      expect(rowLengthOf(same)).toEqual(rowLengthOf(coo));
      expect(structureOf(same).rows).toEqual(structureOf(coo).rows);
      const reference = (matrix: CooMatrix) =>
        spmv.reference({
          matrix,
          options: { transpose: false },
          sizes: {},
          layouts: {},
          buffers: { x: Float64Array.from({ length: 13 }, (_, j) => j + 0.1), y: new Float64Array(12) },
          scalars: { alpha: 2, beta: 0 },
          precision: 'f64',
          stored: 'f64',
        });
      expect(reference(same)).toEqual(reference(coo));
    }),
  );
});

it.each([
  ['rows that all have entries, or most', 1],
  ['rows that are nearly all empty', 1000],
])('counts symmetry as the definition does: %s', (_, apart) => {
  const entries = fc.array(fc.tuple(fc.nat(9), fc.nat(9), fc.integer({ min: 1, max: 2 })), { maxLength: 50 });
  fc.assert(
    fc.property(entries, (list) => {
      const coo = cooFromEntries(
        { rows: 10 * apart, cols: 10 * apart },
        {
          rowIndex: list.map(([i]) => apart * i),
          colIndex: list.map(([, j]) => apart * j),
          values: list.map(([, , a]) => a),
        },
      );
      const at = new Map(Array.from(coo.values, (value, k) => [`${coo.rowIndex[k]} ${coo.colIndex[k]}`, value]));
      const off = [...at].map(([key, value]) => ({ key: key.split(' '), value })).filter(({ key: [i, j] }) => i !== j);
      const mirrored = off.map(({ key: [i, j], value }) => ({ value, mirror: at.get(`${j} ${i}`) }));
      const share = (some: number): number => (off.length === 0 ? 1 : some / off.length);
      const { patternSymmetry, valueSymmetry } = matrixStatistics(coo);
      expect(patternSymmetry).toBe(share(mirrored.filter(({ mirror }) => mirror !== undefined).length));
      expect(valueSymmetry).toBe(share(mirrored.filter(({ mirror, value }) => mirror === value).length));
    }),
  );
});

it('entries in canonical order are by rows in their arrays, and others are not', () => {
  const given = (rowIndex: number[], colIndex: number[]) => ({
    shape: { rows: 4, cols: 3 },
    rowIndex: Int32Array.from(rowIndex),
    colIndex: Int32Array.from(colIndex),
    values: new Float64Array(5),
  });
  const sorted = given([0, 0, 2, 2, 3], [0, 2, 1, 2, 0]);
  const coo = cooInOrder(sorted);
  expect([coo?.rowStart, coo && isKnownCanonical(coo)]).toEqual([rowStart, true]);
  expect([coo?.colIndex === sorted.colIndex, coo?.values === sorted.values]).toEqual([true, true]);
  expect(cooInOrder({ ...given([], []), values: new Float64Array(0) })?.rowStart).toEqual(new Int32Array(5));
  for (const [rows, columns] of [
    [
      [0, 0, 2, 1, 3],
      [0, 2, 1, 2, 0],
    ],
    [
      [0, 0, 2, 2, 4],
      [0, 2, 1, 2, 0],
    ],
    [
      [-1, 0, 2, 2, 3],
      [0, 2, 1, 2, 0],
    ],
    [
      [0, 0, 2, 2, 3],
      [2, 0, 1, 2, 0],
    ],
    [
      [0, 0, 2, 2, 3],
      [0, 2, 2, 2, 0],
    ],
    [
      [0, 0, 2, 2, 3],
      [0, 2, 1, 3, 0],
    ],
    [
      [0, 0, 2, 2, 3],
      [-1, 2, 1, 2, 0],
    ],
    [
      [0, 0, 2, 2],
      [0, 2, 1, 2],
    ],
  ] as const)
    expect(cooInOrder(given([...rows], [...columns]))).toBeUndefined();
});
