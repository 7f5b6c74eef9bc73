import { describe, expect, it } from 'vitest';
import { entrySections } from '../src/kernels/entry-sections.ts';

const LAST = 2 ** 31;

/** CSR whose rows have these lengths, entry k in column k. */
function rowsOf(lengths: readonly number[]): readonly [Int32Array, Int32Array] {
  const rowStart = new Int32Array(lengths.length + 1);
  for (const [i, length] of lengths.entries()) rowStart[i + 1] = (rowStart[i] as number) + length;
  return [rowStart, Int32Array.from({ length: rowStart.at(-1) ?? 0 }, (_, k) => k)];
}

/** What csr-entries.wgsl, csr-parts.wgsl and csr-long-rows.wgsl do with them, counting the entries of each row; a row that is written twice, or a part that nobody left, is an error. */
function counted(lengths: readonly number[], share: number, longRow: number): readonly number[] {
  const { arrays, partCount } = entrySections(...rowsOf(lengths), { share, longRow });
  const found = new Map<number, number>();
  const partials = new Map<number, number>();
  const write = (row: number, count: number): void => {
    expect(found.has(row)).toBe(false);
    found.set(row, count);
  };
  const leave = (part: number, count: number): void => {
    expect(partials.has(part)).toBe(false);
    expect(part).toBeLessThan(partCount);
    partials.set(part, count);
  };
  for (let p = 0; p < arrays.parts.length; p += 2)
    leave(p / 2, (arrays.parts[p + 1] as number) - (arrays.parts[p] as number));
  for (let s = 0; s < arrays.shares.length; s += 4) {
    const [begin, end, first, place] = arrays.shares.subarray(s, s + 4) as unknown as [number, number, number, number];
    expect(end - begin).toBeLessThanOrEqual(share);
    let [at, slot, isOpen, count] = [first, Math.floor(place / 2), place % 2 === 1, 0];
    for (let k = begin; k < end; k++) {
      count++;
      expect((arrays.columns[k] as number) % LAST).toBe(k);
      if ((arrays.columns[k] as number) < LAST) continue;
      if (isOpen) leave(slot++, count);
      else write(arrays.rows[at] as number, count);
      [at, isOpen, count] = [at + 1, false, 0];
    }
    if (count > 0) leave(slot, count);
  }
  for (let r = 0; r < arrays.longRows.length; r += 3) {
    const [row, begin, end] = arrays.longRows.subarray(r, r + 3) as unknown as [number, number, number];
    // Zero is where nothing is.
    expect(end).toBeGreaterThan(0);
    let count = 0;
    for (let p = begin; p < end; p++) {
      count += partials.get(p) ?? Number.NaN;
      partials.delete(p);
    }
    write(row, count);
  }
  expect(partials.size).toBe(0);
  return lengths.map((_, row) => found.get(row) ?? Number.NaN);
}

describe('shares of entries', () => {
  it('say where they begin and end, the place of their first row, and which parts of rows they leave', () => {
    // Rows of 3, 0, 5 and 2 entries in shares of four: the second row with entries is in two of them.
    const { arrays, partCount } = entrySections(...rowsOf([3, 0, 5, 2]), { share: 4, longRow: 100 });
    expect([...arrays.shares]).toEqual([0, 4, 0, 0, 4, 8, 1, 3, 8, 10, 2, 4]);
    expect([...arrays.rows]).toEqual([0, 2, 3]);
    expect([...arrays.longRows]).toEqual([1, 1, 1, 2, 0, 2]);
    expect([...arrays.columns].map((word) => word >= LAST)).toEqual(
      [2, 7, 9].reduce((flags, k) => flags.with(k, true), Array<boolean>(10).fill(false)),
    );
    expect(partCount).toBe(2);
  });

  it('leave out rows above longRow, which are divided as before', () => {
    const { arrays, partCount } = entrySections(...rowsOf([1, 2000, 3]), { share: 32, longRow: 256 });
    expect([...arrays.shares]).toEqual([0, 1, 0, 4, 2001, 2004, 1, 4]);
    expect([...arrays.parts]).toEqual([1, 1025, 1025, 2001]);
    expect([...arrays.longRows]).toEqual([1, 0, 2]);
    expect(partCount).toBe(2);
  });

  it('count every entry of every row once, whatever the rows', () => {
    const cases: readonly (readonly number[])[] = [
      [],
      [0, 0, 0],
      [1],
      [32],
      [31, 1, 32, 33],
      [0, 64, 0, 200, 1, 0],
      [300, 1, 299, 0, 5000, 257, 256],
      Array.from({ length: 500 }, (_, i) => (i * 7919) % 83),
    ];
    for (const lengths of cases)
      for (const share of [1, 7, 32, 256])
        for (const longRow of [1, 32, 256, 1e9]) expect(counted(lengths, share, longRow)).toEqual(lengths);
  });
});
