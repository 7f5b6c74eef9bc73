import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCoo, cooFromEntries, transposeCoo } from '../src/index.ts';
import { thrown } from './thrown.ts';

describe('cooFromEntries', () => {
  it('sorts by row then column and adds repeated positions in the order given', () => {
    const coo = cooFromEntries(
      { rows: 3, cols: 4 },
      { rowIndex: [2, 0, 2, 0], colIndex: [3, 1, 3, 0], values: [1, 2, 10, 4] },
    );
    expect([...coo.rowIndex]).toEqual([0, 0, 2]);
    expect([...coo.colIndex]).toEqual([0, 1, 3]);
    expect([...coo.values]).toEqual([4, 2, 11]);
  });

  it('keeps stored zeros, also when duplicates cancel', () => {
    const coo = cooFromEntries({ rows: 1, cols: 2 }, { rowIndex: [0, 0, 0], colIndex: [1, 0, 1], values: [1, 0, -1] });
    expect([...coo.values]).toEqual([0, 0]);
  });

  it('does not share memory with its input', () => {
    const values = new Float64Array([1]);
    const coo = cooFromEntries(
      { rows: 1, cols: 1 },
      { rowIndex: new Int32Array(1), colIndex: new Int32Array(1), values },
    );
    values[0] = 9;
    expect(coo.values[0]).toBe(1);
  });

  it('takes shapes without rows, columns or entries', () => {
    for (const shape of [
      { rows: 0, cols: 0 },
      { rows: 5, cols: 0 },
      { rows: 0, cols: 5 },
      { rows: 5, cols: 5 },
    ]) {
      const coo = cooFromEntries(shape, { rowIndex: [], colIndex: [], values: [] });
      expect(coo.shape).toEqual(shape);
      expect(checkCoo(coo)).toEqual([]);
    }
  });

  it('refuses what is not a matrix', async () => {
    expect(await thrown(() => cooFromEntries({ rows: -1, cols: 1 }, { rowIndex: [], colIndex: [], values: [] }))).toBe(
      'FORMAT.SHAPE',
    );
    expect(
      await thrown(() => cooFromEntries({ rows: 2 ** 31, cols: 1 }, { rowIndex: [], colIndex: [], values: [] })),
    ).toBe('FORMAT.SHAPE');
    expect(await thrown(() => cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [], values: [1] }))).toBe(
      'FORMAT.ARRAY_LENGTH',
    );
    for (const bad of [-1, 1, 0.5, Number.NaN]) {
      expect(
        await thrown(() => cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [bad], colIndex: [0], values: [1] })),
      ).toBe('FORMAT.INDEX_RANGE');
      expect(
        await thrown(() => cooFromEntries({ rows: 1, cols: 1 }, { rowIndex: [0], colIndex: [bad], values: [1] })),
      ).toBe('FORMAT.INDEX_RANGE');
    }
  });

  it.each(['1', undefined, null, { re: 1, im: 0 }, 1n])('refuses a value that is no number: %o', (value) => {
    const values = [3, value] as number[];
    expect(() => cooFromEntries({ rows: 1, cols: 2 }, { rowIndex: [0, 0], colIndex: [0, 1], values })).toThrow(
      expect.objectContaining({ code: 'FORMAT.INVALID', message: expect.stringContaining('Entry 1') }),
    );
  });

  it('takes no memory for rows and columns that a shape declares', () => {
    const most = 2 ** 31 - 1;
    const shape = { rows: most, cols: most };
    const coo = cooFromEntries(shape, {
      rowIndex: [most - 1, 5, 5, 0],
      colIndex: [3, 7, 7, most - 1],
      values: [1, 2, 3, 4],
    });
    expect(coo).toEqual({
      shape,
      rowIndex: Int32Array.of(0, 5, most - 1),
      colIndex: Int32Array.of(most - 1, 7, 3),
      values: Float64Array.of(4, 5, 1),
    });
    expect(transposeCoo(coo)).toEqual({
      shape,
      rowIndex: Int32Array.of(3, 7, most - 1),
      colIndex: Int32Array.of(most - 1, 5, 0),
      values: Float64Array.of(1, 5, 4),
    });
  });

  it('is canonical and adds up for any entries', () => {
    const entry = fc.record({ i: fc.nat(6), j: fc.nat(4), v: fc.integer({ min: -1000, max: 1000 }) });
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const coo = cooFromEntries(
          { rows: 7, cols: 5 },
          { rowIndex: entries.map((e) => e.i), colIndex: entries.map((e) => e.j), values: entries.map((e) => e.v) },
        );
        expect(checkCoo(coo)).toEqual([]);
        const dense = new Map<number, number>();
        for (const { i, j, v } of entries) dense.set(i * 5 + j, (dense.get(i * 5 + j) ?? 0) + v);
        expect(coo.values.length).toBe(dense.size);
        coo.values.forEach((v, k) =>
          expect(v).toBe(dense.get((coo.rowIndex[k] as number) * 5 + (coo.colIndex[k] as number))),
        );
      }),
    );
  });
});

describe('checkCoo', () => {
  it('names each broken invariant', () => {
    const broken = (rowIndex: number[], colIndex: number[]) =>
      checkCoo({
        shape: { rows: 2, cols: 2 },
        rowIndex: Int32Array.from(rowIndex),
        colIndex: Int32Array.from(colIndex),
        values: new Float64Array(rowIndex.length),
      }).map((f) => f.invariant);
    expect(broken([1, 0], [0, 0])).toEqual(['coo.sorted']);
    expect(broken([0, 0], [1, 1])).toEqual(['coo.unique']);
    expect(broken([0, 2], [0, 0])).toEqual(['coo.range']);
    expect(
      checkCoo({
        shape: { rows: 1, cols: 1 },
        rowIndex: new Int32Array(1),
        colIndex: new Int32Array(0),
        values: new Float64Array(1),
      })[0]?.invariant,
    ).toBe('coo.lengths');
  });
});
