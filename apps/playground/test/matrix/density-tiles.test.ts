import { oneFullRow, randomUniform, stencil5 } from '@spmv/testkit';
import { describe, expect, test } from 'vitest';
import { densityTile, TILE_CELLS, topLevel } from '../../src/matrix/density-tiles.ts';

const MATRICES = {
  stencil: stencil5({ n: 20 }),
  wide: randomUniform({ rows: 100, cols: 1200, perRow: 7, seed: 3 }),
  'one full row': oneFullRow({ rows: 600 }),
};

describe.each(Object.entries(MATRICES))('%s', (_, coo) => {
  test('every entry is in one cell of each level', () => {
    for (let level = 0; level <= topLevel(coo.shape); level++) {
      const side = TILE_CELLS * 2 ** level;
      const counted = new Map<string, number>();
      for (let row = 0; row * side < coo.shape.rows; row++)
        for (let col = 0; col * side < coo.shape.cols; col++)
          densityTile(coo, { level, row, col }).counts.forEach((count, cell) => {
            const place = [row * TILE_CELLS + Math.floor(cell / TILE_CELLS), col * TILE_CELLS + (cell % TILE_CELLS)];
            if (count > 0) counted.set(place.join(), count);
          });
      const wanted = new Map<string, number>();
      coo.rowIndex.forEach((i, k) => {
        const key = [i >> level, (coo.colIndex[k] as number) >> level].join();
        wanted.set(key, (wanted.get(key) ?? 0) + 1);
      });
      expect(counted).toEqual(wanted);
    }
  });
});

test('one tile shows all of a matrix at the top level, of the largest shape, too', () => {
  expect(topLevel({ rows: 0, cols: 0 })).toBe(0);
  expect(topLevel({ rows: 256, cols: 1 })).toBe(0);
  expect(topLevel({ rows: 1, cols: 257 })).toBe(1);
  const rows = 2 ** 31 - 1;
  const coo = {
    shape: { rows, cols: rows },
    rowIndex: Int32Array.of(0, rows - 1),
    colIndex: Int32Array.of(0, rows - 1),
    values: Float64Array.of(1, 1),
  };
  const { counts } = densityTile(coo, { level: topLevel(coo.shape), row: 0, col: 0 });
  expect([counts[0], counts.at(-1)]).toEqual([1, 1]);
});
