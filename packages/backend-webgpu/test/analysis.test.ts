import { describe, expect, it } from 'vitest';
import { analyseCoo } from '../src/kernels/coo-analysis.ts';
import { analyseCsr, partOf, tileCapacity } from '../src/kernels/csr-tiles.ts';
import { foldGroups } from '../src/run/step.ts';

function rowStartOf(lengths: readonly number[]): Int32Array {
  const rowStart = new Int32Array(lengths.length + 1);
  for (const [row, length] of lengths.entries()) rowStart[row + 1] = (rowStart[row] as number) + length;
  return rowStart;
}

describe('tiles of balanced CSR', () => {
  const places = 32;
  const long = 2 * places;
  const lengths = [0, 0, 3, 29, 1, 30, 0, long, long + 1, 5, 3 * long, 0, 0];
  const rowStart = rowStartOf(lengths);
  const { tiles, partials, shortSplitRows, longSplitRows } = analyseCsr(rowStart, lengths.length, places);
  const four = Array.from(
    { length: (tiles as Uint32Array).length / 4 },
    (_, t) => [...(tiles as Uint32Array).subarray(4 * t, 4 * t + 4)] as [number, number, number, number],
  );

  it('cover every row and entry once', () => {
    const rows = new Set<number>();
    let entries = 0;
    for (const [rowBegin, rowEnd, begin, end] of four) {
      entries += end - begin;
      if (rowEnd === 0) continue;
      for (let row = rowBegin; row < rowEnd; row++) rows.add(row);
      if (rowEnd - rowBegin > 1) expect(end - begin).toBeLessThanOrEqual(tileCapacity(places));
      expect([begin, end]).toEqual([rowStart[rowBegin], rowStart[rowEnd]]);
    }
    const cut = [8, 10];
    expect(entries).toBe(rowStart.at(-1));
    expect([...rows, ...cut].sort((a, b) => a - b)).toEqual(lengths.map((_, row) => row));
  });

  it("number the parts of long rows in order, each with its row's first part, their number, and the row", () => {
    const six = Array.from({ length: 5 }, (_, p) => [...(partials as Uint32Array).subarray(6 * p, 6 * p + 6)]);
    expect(six).toEqual([
      ...Array.from({ length: 2 }, () => [2, 0, 0, 0, 8, 0]),
      ...Array.from({ length: 3 }, () => [2 * 64 + 3, 0, 0, 0, 10, 0]),
    ]);
    expect(partials).toHaveLength(30);
    expect([shortSplitRows, longSplitRows].map((rows) => rows?.length)).toEqual([0, 0]);
  });

  it('leave rows of very many parts to another dispatch', () => {
    const { partials: many, longSplitRows: left } = analyseCsr(rowStartOf([1, 40 * 8 * places]), 2, places);
    expect([...(many as Uint32Array)].every((word) => word === 0)).toBe(true);
    expect([...(left as Uint32Array)]).toEqual([1, 0, 40]);
  });

  it('are two tiles of a row, more where they would be too many to join, and eight where there are many tiles', () => {
    const tilesIn = (length: number, nnz = length): number => partOf(length, nnz, places) / places;
    expect([1, 64, 65, 256, 257].map((tiles) => tilesIn(tiles * places))).toEqual([2, 2, 3, 8, 8]);
    expect(tilesIn(places, 4096 * places)).toBe(2);
    expect(tilesIn(places, 4096 * places + 1)).toBe(8);
  });
});

describe('borders of COO tiles', () => {
  it('cut the rows that lie across them', () => {
    const rowIndex = Int32Array.from([1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 3, 4]);
    const { shortSplitRows, emptyRows } = analyseCoo(rowIndex, 6, 4);
    expect([...(shortSplitRows as Uint32Array)]).toEqual([1, 1, 5]);
    expect([...(emptyRows as Uint32Array)]).toEqual([1, 3, 6]);
  });
});

describe('workgroups', () => {
  it('are folded into two dimensions with few too many', () => {
    for (const groups of [1, 65_535, 65_536, 1_000_003, 4_294_000]) {
      const { groupsX, groupsY } = foldGroups(groups, 65_535, 'It');
      expect(Math.max(groupsX, groupsY)).toBeLessThanOrEqual(65_535);
      expect(groupsX * groupsY).toBeGreaterThanOrEqual(groups);
      expect(groupsX * groupsY - groups).toBeLessThan(groupsY);
    }
  });
});
