import { describe, expect, it } from 'vitest';
import type { TransposedRows } from '@spmv/kernel-kit';
import { columnPiecesOf, LONGEST_PIECE } from '../src/kernels/column-pieces.ts';

const WARP = 32;

/** Rows with these columns. */
function rowsOf(rows: readonly (readonly number[])[], cols: number): TransposedRows {
  const rowStart = new Int32Array(rows.length + 1);
  rows.forEach((row, i) => (rowStart[i + 1] = (rowStart[i] as number) + row.length));
  return { rowStart, colIndex: Int32Array.from(rows.flat()), cols };
}

const spread = (count: number, cols: number): readonly (readonly number[])[] =>
  Array.from({ length: count }, (_, i) =>
    Array.from({ length: cols }, (_unused, j) => j).filter((j) => (i * 7919 + j * 104_729 + i * j) % 5 === 0),
  );

const MATRICES: Readonly<Record<string, TransposedRows>> = {
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
  'a giant column beside others': rowsOf(
    Array.from({ length: 700 }, (_, i) => [4, 5 + (i % 90)]),
    99,
  ),
  'far more columns than rows': rowsOf([[3, 99_999], [50_000]], 100_000),
  'no entries': rowsOf([[], []], 3),
  'no rows': rowsOf([], 3),
  'no columns': rowsOf([[], []], 0),
};

const bitCount = (bits: number): number => bits.toString(2).replaceAll('0', '').length;

describe.each(Object.entries(MATRICES))('%s', (name, matrix) => {
  describe.each([32, 64, 2048])('tiles of %d', (capacity) => {
    const found = columnPiecesOf(matrix, capacity);
    const nnz = matrix.colIndex.length;
    const tiles = Array.from({ length: found.tiles.length / 4 }, (_, t) => ({
      first: found.tiles[4 * t] as number,
      end: found.tiles[4 * t + 1] as number,
      slice: found.tiles[4 * t + 2] as number,
      offset: found.tiles[4 * t + 3] as number,
      entries: Math.min(capacity, nnz - t * capacity),
    }));

    it('tell the row of every entry, by the offset of its tile where it has one', () => {
      let looked = 0;
      for (let i = 0; i + 1 < matrix.rowStart.length; i++) {
        for (let k = matrix.rowStart[i] as number; k < (matrix.rowStart[i + 1] as number); k++) {
          const bits = (found.groups[2 * (k >> 5)] as number) & (0xffffffff >>> (31 - (k % 32)));
          const filled = ((found.groups[2 * (k >> 5) + 1] as number) + bitCount(bits >>> 0)) | 0;
          const offset = tiles[Math.floor(k / capacity)]?.offset as number;
          if (offset < 0) looked++;
          if ((offset >= 0 ? filled + offset : found.filledRows[filled]) !== i) throw new Error(`entry ${k}`);
        }
      }
      if (name.startsWith('empty rows')) expect(looked).toBe(nnz);
      else if (name !== 'rows of all kinds') expect(looked).toBe(0);
    });

    it('give a warp its pieces as it walks over them, every product once and none of padding', () => {
      // What lane `lane` of a slice reads, step by step, as column-tiles.cuh does.
      const entryAt = new Map<number, number>();
      for (let k = 0; k < nnz; k++) {
        const place = Math.floor(k / capacity) * capacity + (found.slots[k] as number);
        entryAt.set(place, k);
      }
      expect(entryAt.size).toBe(nnz);
      const columnOf = new Int32Array(found.pieceLength.length).fill(-1);
      for (let j = 0; j < matrix.cols; j++)
        for (let p = found.columnStart[j] as number; p < (found.columnStart[j + 1] as number); p++)
          columnOf[found.columnPieces[p] as number] = j;
      const order: number[][] = Array.from({ length: found.pieceLength.length }, () => []);
      let next = 0;
      tiles.forEach(({ first, end, slice, entries }, t) => {
        expect(first).toBe(next);
        next = end;
        let read = 0;
        for (let s = 0; first + s * WARP < end; s++) {
          let at = t * capacity + (found.sliceStart[slice + s] as number);
          const lengths = [...found.pieceLength.subarray(first + s * WARP, Math.min(end, first + (s + 1) * WARP))];
          expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
          expect(lengths[0]).toBeLessThanOrEqual(LONGEST_PIECE);
          for (let j = 0; j < (lengths[0] as number); j++) {
            const active = lengths.filter((length) => length > j).length;
            for (let lane = 0; lane < active; lane++)
              order[first + s * WARP + lane]?.push(entryAt.get(at + lane) as number);
            at += active;
            read += active;
          }
        }
        expect(read).toBe(entries);
      });
      order.forEach((entries, piece) => {
        expect(entries).toEqual([...entries].sort((a, b) => a - b));
        expect(entries.filter((k) => matrix.colIndex[k] !== columnOf[piece])).toEqual([]);
      });
    });

    it('name the pieces of every column in the order of tiles, each once', () => {
      expect(found.columnStart[matrix.cols]).toBe(found.pieceLength.length);
      expect(Int32Array.from(found.columnPieces).sort()).toEqual(
        Int32Array.from({ length: found.pieceLength.length }, (_, p) => p),
      );
      const tileOf = (piece: number): number => tiles.findIndex(({ end }) => piece < end);
      for (let j = 0; j < matrix.cols; j++) {
        if (found.columnStart[j] === found.columnStart[j + 1]) continue;
        const order = [...found.columnPieces.subarray(found.columnStart[j], found.columnStart[j + 1])].map(tileOf);
        expect(order).toEqual([...order].sort((a, b) => a - b));
      }
    });
  });
});
