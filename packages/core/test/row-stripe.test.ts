import { describe, expect, it } from 'vitest';
import type { RowStripe } from '../src/index.ts';
import { checkCoo, cooFromEntries, cutRows, rowsOfCoo, STRIPE_ROWS, stripesOfCoo } from '../src/index.ts';
import { stripeOfRows } from '../src/data/row-stripe.ts';

/** Lengths that a seed of its own chooses. */
function lengths(rows: number, at: (row: number) => number): Int32Array {
  return Int32Array.from({ length: rows }, (_, row) => at(row));
}

function entries(rowLength: Int32Array, { begin, end }: RowStripe): number {
  return rowLength.subarray(begin, end).reduce((sum, one) => sum + one, 0);
}

describe('rows cut into stripes', () => {
  const even = lengths(5000, (row) => 7 + (row % 3));
  const cases: readonly (readonly [name: string, rowLength: Int32Array])[] = [
    ['even rows', even],
    ['one giant row first', lengths(3000, (row) => (row === 5 ? 100_000 : 2))],
    ['one giant row last', lengths(3000, (row) => (row === 2999 ? 100_000 : 2))],
    ['one giant row between', lengths(3000, (row) => (row === 1500 ? 100_000 : 2))],
    ['entries at both ends alone', lengths(4000, (row) => (row === 0 || row === 3999 ? 1 : 0))],
    ['entries in the middle alone', lengths(4000, (row) => (row === 2000 ? 9 : 0))],
    ['growing rows', lengths(4000, (row) => row)],
    ['fewer rows than one stripe begins at', lengths(STRIPE_ROWS - 1, () => 3)],
    ['one row', lengths(1, () => 3)],
  ];
  it.each(cases)('are all of them, in order, none without an entry: %s', (_name, rowLength) => {
    for (const count of [1, 2, 3, 8, 1000]) {
      const stripes = cutRows(rowLength, count);
      expect(stripes.length).toBeGreaterThan(0);
      expect(stripes.length).toBeLessThanOrEqual(count);
      let begin = 0;
      for (const stripe of stripes) {
        expect(stripe.begin).toBe(begin);
        expect(stripe.begin % STRIPE_ROWS).toBe(0);
        expect(entries(rowLength, stripe)).toBeGreaterThan(0);
        begin = stripe.end;
      }
      expect(begin).toBe(rowLength.length);
    }
  });

  it('have about as much work each', () => {
    const stripes = cutRows(even, 4);
    expect(stripes).toHaveLength(4);
    for (const stripe of stripes) {
      expect(entries(even, stripe)).toBeGreaterThan(9000);
      expect(entries(even, stripe)).toBeLessThan(11_000);
    }
  });

  it('separate a giant row from what is beside it', () => {
    expect(cutRows(cases[1]?.[1] as Int32Array, 2)).toEqual([
      { begin: 0, end: 128 },
      { begin: 128, end: 3000 },
    ]);
  });

  it('are one without entries, and none without rows', () => {
    expect(cutRows(new Int32Array(1000), 3)).toEqual([{ begin: 0, end: 1000 }]);
    expect(cutRows(new Int32Array(0), 3)).toEqual([]);
  });

  it('can be cut again', () => {
    const [, second] = cutRows(even, 2);
    const parts = cutRows(even, 2, second);
    expect(parts).toHaveLength(2);
    expect(parts[0]?.begin).toBe(second?.begin);
    expect(parts[1]?.end).toBe(even.length);
  });
});

describe('a stripe of a matrix', () => {
  const rows = 700;
  const rowIndex = Int32Array.from({ length: 2000 }, (_, k) => (k * 37) % rows);
  const colIndex = Int32Array.from({ length: 2000 }, (_, k) => (k * 101) % 900);
  const values = Float64Array.from({ length: 2000 }, (_, k) => k + 1);
  const coo = cooFromEntries({ rows, cols: 900 }, { rowIndex, colIndex, values });

  it('has its entries, by rows of its own, in the memory of the whole', () => {
    const stripeOf = stripesOfCoo(coo);
    let seen = 0;
    for (const { begin, end } of cutRows(rowsOfCoo(coo).rowLength, 3)) {
      const stripe = stripeOf({ begin, end });
      expect(stripe.shape).toEqual({ rows: end - begin, cols: 900 });
      expect(checkCoo(stripe)).toEqual([]);
      expect(stripe.values.buffer).toBe(coo.values.buffer);
      for (let k = 0; k < stripe.values.length; k++, seen++) {
        expect(begin + (stripe.rowIndex[k] as number)).toBe(coo.rowIndex[seen]);
        expect(stripe.colIndex[k]).toBe(coo.colIndex[seen]);
        expect(stripe.values[k]).toBe(coo.values[seen]);
      }
    }
    expect(seen).toBe(coo.values.length);
  });

  it('is read from a source of rows where it begins', () => {
    const source = stripeOfRows(rowsOfCoo(coo), { begin: 128, end: 256 });
    const count = source.rowLength.reduce((sum, one) => sum + one, 0);
    const [columns, numbers] = [new Int32Array(count), new Float64Array(count)];
    source.readRows(0, 128, columns, numbers);
    const stripe = stripesOfCoo(coo)({ begin: 128, end: 256 });
    expect(columns).toEqual(stripe.colIndex);
    expect(numbers).toEqual(stripe.values);
  });
});
