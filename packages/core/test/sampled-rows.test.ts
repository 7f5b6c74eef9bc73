import { describe, expect, it } from 'vitest';
import type { RowSource } from '../src/index.ts';
import { cooFromEntries, cooOfRows, rowsOfCoo } from '../src/index.ts';
import { judge, judgeRows, sampleRows, spmvReference } from '../src/oracle/index.ts';

/** Lengths alone: no entry of it is ever made. */
const lengths = (rowLength: Int32Array, cols: number) => ({ shape: { rows: rowLength.length, cols }, rowLength });

describe('sampleRows', () => {
  it('takes the first, the last, the longest and the shortest row, and others by the seed alone', () => {
    const rowLength = new Int32Array(10_000).fill(7);
    rowLength[4321] = 90;
    rowLength[1234] = 2;
    const some = sampleRows(lengths(rowLength, 100), { random: 0 });
    expect([...some]).toEqual([0, 1234, 4321, 9999]);
    const random = sampleRows(lengths(rowLength, 100), { random: 50, seed: 3 });
    expect(random).toEqual(sampleRows(lengths(rowLength, 100), { random: 50, seed: 3 }));
    expect(random).not.toEqual(sampleRows(lengths(rowLength, 100), { random: 50, seed: 4 }));
    expect(random.length).toBeGreaterThan(45);
    expect(random).toEqual(Int32Array.from(new Set(random)).sort());
    expect(Math.max(...random)).toBe(9999);
    // In all parts of the matrix.
    for (let part = 0; part < 10; part++) expect(random.some((row) => Math.floor(row / 1000) === part)).toBe(true);
  });

  it('takes the rows on both sides of every multiple of 2^31 entries and of 2^32 bytes', () => {
    const rows = 6000;
    const each = 1_000_000;
    const chosen = new Set(sampleRows(lengths(new Int32Array(rows).fill(each), 2e6), { random: 0 }));
    for (const boundary of [2 ** 31, 2 ** 32, 2 ** 32 / 4, 2 ** 32 / 8, 2 ** 33 / 8, 2 ** 31 * 2]) {
      const row = Math.floor(boundary / each);
      for (const near of [row - 1, row, row + 1]) expect(chosen.has(near), `${boundary}: ${near}`).toBe(true);
    }
    // A row that begins exactly at a boundary, and the one before.
    const exact = new Set(sampleRows(lengths(new Int32Array(64).fill(2 ** 28), 2 ** 30), { random: 0 }));
    expect([7, 8, 15, 16].every((row) => exact.has(row))).toBe(true);
    expect(chosen.size).toBeLessThan(60);
  });

  it('takes every row of a small matrix once, and none of one without rows', () => {
    expect([...sampleRows(lengths(Int32Array.of(1, 2), 2))]).toEqual([0, 1]);
    expect([...sampleRows(lengths(new Int32Array(0), 2))]).toEqual([]);
  });
});

describe('judgeRows', () => {
  const coo = cooFromEntries(
    { rows: 30, cols: 8 },
    {
      rowIndex: Array.from({ length: 90 }, (_, k) => (k * 7) % 30),
      colIndex: Array.from({ length: 90 }, (_, k) => (k * k) % 8),
      values: Array.from({ length: 90 }, (_, k) => Math.sin(k) * 10 ** (k % 9)),
    },
  );
  const asked: number[] = [];
  const source: RowSource = {
    ...rowsOfCoo(coo),
    readRows: (begin, end, ...into) => {
      asked.push(begin);
      rowsOfCoo(coo).readRows(begin, end, ...into);
    },
  };
  const x = Float64Array.from({ length: 8 }, (_, j) => Math.cos(j));
  const y = Float64Array.from({ length: 30 }, (_, i) => i - 3);
  const operands = { x, y, alpha: -0.7, beta: 0.3 };
  const reference = spmvReference({ coo, ...operands }, 'f64');
  const rows = Int32Array.of(0, 3, 17, 29);

  it('says of some rows what judge says of all, reads those alone, and says how many of how many', () => {
    const computed = reference.high.map((value, i) => value * (1 + (i % 3) * 2 ** -52));
    const all = judge(computed, reference, 'f64');
    const every = Int32Array.from({ length: 30 }, (_, i) => i);
    expect(judgeRows(computed, every, { source, ...operands }, 'f64', 'f64')).toEqual({
      ...all,
      compared: 30,
      rows: 30,
    });
    asked.length = 0;
    const some = judgeRows(computed, rows, { source, ...operands }, 'f64', 'f64');
    expect(asked).toEqual([...rows]);
    expect(some).toMatchObject({ compared: 4, rows: 30, failures: 0 });
    expect([...rows]).toContain(some.row);
  });

  it('finds a wrong element of a compared row by its own number, also one that is missing', () => {
    const computed = reference.high.slice();
    computed[17] = (computed[17] as number) + 1;
    const found = judgeRows(computed, rows, { source, ...operands }, 'f64', 'f64');
    expect(found).toMatchObject({ row: 17, failures: 1 });
    expect(found.errorRatio).toBeGreaterThan(1);
    expect(judgeRows(computed.subarray(0, 29), rows, { source, ...operands }, 'f64', 'f64')).toMatchObject({
      failures: 2,
    });
  });

  it('reads no y where beta is 0', () => {
    const plain = spmvReference({ coo, x, y, alpha: 1, beta: 0 }, 'f32');
    const found = judgeRows(plain.high, rows, { source, x, y: new Float64Array(0), alpha: 1, beta: 0 }, 'f32', 'f64');
    expect(found).toMatchObject({ failures: 0, compared: 4 });
    expect(cooOfRows(source)).toBe(coo);
  });
});
