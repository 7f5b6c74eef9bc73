import { describe, expect, it } from 'vitest';
import { cooTilesOf } from '../src/kernels/coo.ts';
import { runsOf } from '../src/kernels/warp-runs.ts';
import { slicedEllpackOf } from '../src/kernels/cusparse.ts';
import { mostPartialSums, oneDimensional, resolveGrid, tilesOf } from '@spmv/kernel-kit';

const LENGTHS: readonly (readonly [string, readonly number[]])[] = [
  ['short rows', [3, 1, 0, 2, 4, 0, 0, 5]],
  ['one long row', [40]],
  ['long rows side by side', [17, 33, 16, 0, 64, 1]],
  ['ends exactly on a boundary', [8, 8, 16, 8, 24, 8]],
  ['empty at both ends', [0, 0, 30, 1, 0]],
];

function rowStartOf(lengths: readonly number[]): Int32Array {
  const rowStart = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => {
    rowStart[i + 1] = (rowStart[i] as number) + length;
  });
  return rowStart;
}

/** What joinRow does, for partial sums that arrive in order: row sums from them. */
function createJoiner(slots: number): {
  join(slot: number, before: number, sum: number): number | undefined;
  readonly parts: Float64Array;
} {
  const parts = new Float64Array(slots).fill(Number.NaN);
  return {
    parts,
    join(slot, before, sum) {
      if (before === 0) {
        expect(parts[slot]).toBeNaN();
        parts[slot] = sum;
        return undefined;
      }
      let total = sum;
      for (let i = slot - before; i < slot; i++) {
        expect(parts[i]).not.toBeNaN();
        total += parts[i] as number;
        parts[i] = Number.NaN;
      }
      return total;
    },
  };
}

it('tiles become smaller towards the end, a share of what is left each, and lose no row', () => {
  const rowStart = rowStartOf(Array.from({ length: 20_000 }, () => 3));
  const { tiles } = tilesOf(rowStart, 2048, 2048, 10);
  const ends = Array.from({ length: tiles.length / 4 }, (_, t) => [tiles[4 * t], tiles[4 * t + 1]]);
  expect(ends.map(([begin]) => begin)).toEqual([0, ...ends.slice(0, -1).map(([, end]) => end)]);
  expect(ends.at(-1)?.[1]).toBe(20_000);
  const sizes = ends.map(([begin = 0, end = 0]) => 3 * (end - begin));
  expect(sizes.slice(0, -1)).toEqual(sizes.slice(0, -1).sort((a, b) => b - a));
  expect([sizes[0], sizes.at(-2)]).toEqual([2046, 510]);
});

describe.each(LENGTHS)('%s', (_name, lengths) => {
  const rowStart = rowStartOf(lengths);
  const nnz = rowStart[lengths.length] as number;

  it.each([8, 16])('tiles of at most %i entries hold every row once, split rows are joined', (capacity) => {
    const { tiles, places } = tilesOf(rowStart, capacity);
    const joiner = createJoiner(mostPartialSums(nnz, capacity));
    const found = new Map<number, number>();
    for (let t = 0; t < tiles.length / 4; t++) {
      const [rowBegin, rowEnd, from, to] = tiles.subarray(4 * t, 4 * t + 4) as unknown as [
        number,
        number,
        number,
        number,
      ];
      expect(to - from).toBeLessThanOrEqual(capacity);
      if (rowEnd === rowBegin) {
        const total = joiner.join(places[2 * t] as number, places[2 * t + 1] as number, to - from);
        if (total !== undefined) found.set(rowBegin, total);
      } else {
        expect([from, to]).toEqual([rowStart[rowBegin], rowStart[rowEnd]]);
        for (let row = rowBegin; row < rowEnd; row++)
          found.set(row, (rowStart[row + 1] as number) - (rowStart[row] as number));
      }
    }
    expect([...found.keys()].sort((a, b) => a - b)).toEqual(lengths.map((_, i) => i));
    for (const [row, total] of found) expect(total).toBe(lengths[row]);
    expect(joiner.parts.every(Number.isNaN)).toBe(true);
  });

  it.each([1, 3])('runs of at most %i tiles cover every tile once, one of a split row alone', (perWarp) => {
    const found = tilesOf(rowStart, 8);
    const runs = runsOf(found, perWarp, 32);
    expect((runs.length / 2) % 32).toBe(0);
    const covered: number[] = [];
    for (let w = 0; w < runs.length / 2; w++) {
      const [first, count] = [runs[2 * w] as number, runs[2 * w + 1] as number];
      expect(count).toBeLessThanOrEqual(first < found.places.length / 2 ? 1 : perWarp);
      for (let t = first; t < first + count; t++) covered.push(t);
    }
    expect(covered).toEqual(Array.from({ length: found.tiles.length / 4 }, (_, t) => t));
  });

  it.each([4, 8])('tiles of %i entries leave and take partial sums so that every row is whole', (perWarp) => {
    const rowIndex = Int32Array.from(lengths.flatMap((length, i) => Array.from({ length }, () => i)));
    const tiles = cooTilesOf(rowIndex, perWarp);
    const joiner = createJoiner(2 * (tiles.length / 4));
    const sums = new Map<number, number>();
    for (let w = 0; w < tiles.length / 4; w++) {
      const [headSlot, headBefore, tailSlot] = tiles.subarray(4 * w, 4 * w + 3) as unknown as [number, number, number];
      const rows = [...rowIndex.subarray(w * perWarp, (w + 1) * perWarp)];
      const parts = new Map<number, number>();
      for (const row of rows) parts.set(row, (parts.get(row) ?? 0) + 1);
      const first = rows[0] as number;
      const last = rows.at(-1) as number;
      for (const [row, part] of parts) {
        let total: number | undefined = part;
        if (row === first && headSlot >= 0) total = joiner.join(headSlot, headBefore, part);
        else if (row === last && tailSlot >= 0) total = joiner.join(tailSlot, 0, part);
        if (total !== undefined) sums.set(row, total);
      }
    }
    for (const [row, total] of sums) expect(total).toBe(lengths[row]);
    expect(sums.size).toBe(lengths.filter((length) => length > 0).length);
  });

  it("cuSPARSE's sliced ELLPACK has every entry in its row's places", () => {
    const colIndex = Int32Array.from({ length: nnz }, (_, k) => k);
    const values = Float64Array.from({ length: nnz }, (_, k) => k + 1);
    const { sliceStart, sliceColumns, sliceValues } = slicedEllpackOf({
      format: 'csr',
      shape: { rows: lengths.length, cols: nnz },
      nnz,
      valueType: 'f64',
      params: {},
      scalars: {},
      arrays: { rowStart, colIndex, values },
    });
    expect(sliceColumns.filter((column) => column >= 0).length).toBe(nnz);
    lengths.forEach((length, row) => {
      for (let k = 0; k < length; k++) {
        const place = (sliceStart[Math.floor(row / 32)] as number) + (row % 32) + 32 * k;
        expect([sliceColumns[place], sliceValues[place]]).toEqual([
          (rowStart[row] as number) + k,
          (rowStart[row] as number) + k + 1,
        ]);
      }
    });
  });
});

it('a sliced ELLPACK of mostly padding is refused', () => {
  const rows = 33;
  const rowStart = new Int32Array(rows + 1).fill(2 ** 26, 1);
  const matrix = {
    format: 'csr',
    shape: { rows, cols: 2 ** 26 },
    nnz: 100,
    valueType: 'f64',
    params: {},
    scalars: {},
    arrays: { rowStart, colIndex: new Int32Array(0), values: new Float64Array(0) },
  } as const;
  expect(() => slicedEllpackOf(matrix)).toThrow(/refused/);
});

describe('launch shapes', () => {
  it.each([
    [1, 1, 256, 1],
    [256, 1, 256, 1],
    [257, 1, 256, 2],
    [100, 32, 128, 25],
    [101, 32, 128, 26],
    [0, 1, 128, 1],
  ])('%i units of %i threads in blocks of %i take %i blocks', (units, per, block, blocks) => {
    expect(oneDimensional(units, per, block)).toEqual({ grid: [blocks, 1, 1], block: [block, 1, 1] });
  });

  it('a grid may follow the length of an array', () => {
    expect(
      resolveGrid({ elements: 'auxiliary.tiles', perBlock: 16 }, (name) => (name === 'auxiliary.tiles' ? 33 : 0)),
    ).toEqual([3, 1, 1]);
    expect(resolveGrid([5, 1, 1], () => 0)).toEqual([5, 1, 1]);
  });
});
