import { describe, expect, it } from 'vitest';
import { columnTilesOf } from '../src/index.ts';

interface Rows {
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly cols: number;
}

/** Rows with these columns. */
function rowsOf(rows: readonly (readonly number[])[], cols: number): Rows {
  const rowStart = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => (rowStart[i + 1] = (rowStart[i] as number) + row.length));
  return { rowStart, colIndex: Int32Array.from(rows.flat()), cols };
}

const spread = (count: number, cols: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, i) =>
    Array.from({ length: cols }, (_unused, j) => j).filter((j) => (i * 7919 + j * 104_729 + i * j) % 5 === 0),
  );

const MATRICES: Readonly<Record<string, Rows>> = {
  'rows of all kinds': rowsOf(spread(200, 23), 23),
  'empty rows between, before and behind': rowsOf(
    Array.from({ length: 300 }, (_, i) => (i % 7 === 3 ? [i % 11, 20] : [])),
    21,
  ),
  'one giant row': rowsOf([[], Array.from({ length: 1000 }, (_, j) => j), []], 1000),
  'one giant column': rowsOf(
    Array.from({ length: 1000 }, () => [4]),
    9,
  ),
  'far more columns than rows': rowsOf([[3, 99_999], [50_000]], 100_000),
  'no entries': rowsOf([[], []], 3),
  'no rows': rowsOf([], 3),
  'no columns': rowsOf([[], []], 0),
};

const bitCount = (bits: number): number => bits.toString(2).replaceAll('0', '').length;

describe.each(Object.entries(MATRICES))('%s', (_name, matrix) => {
  describe.each([32, 64, 2048])('tiles of %d', (capacity) => {
    const found = columnTilesOf(matrix, capacity);
    const nnz = matrix.colIndex.length;
    const rows = matrix.rowStart.length - 1;

    it('tell the row of every entry', () => {
      for (let i = 0; i < rows; i++) {
        for (let k = matrix.rowStart[i] as number; k < (matrix.rowStart[i + 1] as number); k++) {
          const bits = (found.groups[2 * (k >> 5)] as number) & (0xffffffff >>> (31 - (k % 32)));
          const filled = ((found.groups[2 * (k >> 5) + 1] as number) + bitCount(bits >>> 0)) | 0;
          expect(found.filledRows[filled]).toBe(i);
        }
      }
    });

    it('put the entries of a column side by side, in order, and the runs of each column too', () => {
      const { tiles, slots, runStart, columnRuns, columnStart } = found;
      const placed = new Int32Array(nnz).fill(-1);
      for (let t = 0; t < tiles.length / 4; t++) {
        const [, , first, last] = tiles.subarray(4 * t, 4 * t + 4) as unknown as [number, number, number, number];
        expect(last - first).toBeLessThanOrEqual(capacity);
        for (let k = first; k < last; k++) placed[first + (slots[k] as number)] = k;
      }
      const order: number[] = [];
      const columns: number[] = [];
      for (let j = 0; j < matrix.cols; j++)
        for (let c = columnStart[j] as number; c < (columnStart[j + 1] as number); c++) {
          const run = columnRuns[c] as number;
          for (let p = runStart[run] as number; p < (runStart[run + 1] as number); p++) {
            order.push(placed[p] as number);
            columns.push(j);
          }
        }
      const expected = Array.from({ length: nnz }, (_, k) => k).sort(
        (a, b) => (matrix.colIndex[a] as number) - (matrix.colIndex[b] as number) || a - b,
      );
      expect(order).toEqual(expected);
      expect(columns).toEqual(expected.map((k) => matrix.colIndex[k]));
    });

    it('have runs of their own: all of them, each once', () => {
      const { tiles, columnRuns } = found;
      let next = 0;
      for (let t = 0; t < tiles.length / 4; t++) {
        expect(tiles[4 * t]).toBe(next);
        next = tiles[4 * t + 1] as number;
      }
      expect(Int32Array.from(columnRuns).sort()).toEqual(Int32Array.from({ length: next }, (_, r) => r));
    });
  });
});
