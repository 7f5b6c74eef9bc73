import { stencil5 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { gridSide, lineOf, wallsOf, wallsText, withoutWalls } from '../../src/solve/domain.ts';

test('walls come back from an address, and what it has wrong is none', () => {
  const walls = Uint8Array.from({ length: 49 }, (_, k) => (k % 3 === 0 || k === 47 ? 1 : 0));
  expect(wallsText(walls)).toMatch(/^7\.[\w-]+$/u);
  expect(wallsOf(wallsText(walls), 7)).toEqual(walls);
  expect(wallsText(new Uint8Array(49))).toBe('');
  for (const wrong of [undefined, '', 'a', '<b>', 'ä', '7.', '0.AAAA', '999.____', 'A'.repeat(5000)])
    expect([wrong, wallsOf(wrong, 7)]).toEqual([wrong, new Uint8Array(49)]);
});

/** A wall of the middle row, with a gap in one column. */
const gapped = (side: number, row: number, gap: number) =>
  Uint8Array.from({ length: side * side }, (_, k) => (Math.floor(k / side) === row && k % side !== gap ? 1 : 0));

test('walls keep their form on a finer grid and a coarser one, and come back as they were', () => {
  const text = wallsText(gapped(32, 16, 8));
  expect(wallsOf(text, 36)).toEqual(gapped(36, 18, 9));
  expect(wallsOf(text, 16)).toEqual(gapped(16, 8, -1));
  expect(wallsOf(text, 31)).toEqual(gapped(31, 15, 8));
  expect(wallsOf(text, 32)).toEqual(gapped(32, 16, 8));
  // Without a side they are of the grid itself.
  expect(wallsOf(text.slice('32.'.length), 32)).toEqual(gapped(32, 16, 8));
});

test('a stroke passes every cell between two, each beside the next, whichever way it goes', () => {
  const side = 9;
  expect(lineOf(3, 3, side)).toEqual([3]);
  expect(lineOf(0, 4, side)).toEqual([0, 1, 2, 3, 4]);
  for (const [from, to] of [
    [0, 80],
    [80, 0],
    [8, 72],
    [11, 67],
    [67, 11],
    [2, 74],
  ] as const) {
    const cells = lineOf(from, to, side);
    expect([cells[0], cells.at(-1)]).toEqual([from, to]);
    cells.slice(1).forEach((cell, k) => {
      const before = cells[k] ?? -1;
      const [rows, cols] = [Math.floor(cell / side) - Math.floor(before / side), (cell % side) - (before % side)];
      expect(Math.abs(rows) + Math.abs(cols)).toBe(1);
    });
  }
});

test('a grid that is drawn on is square and small', () => {
  expect(gridSide('gen:stencil5?n=32')).toBe(32);
  for (const other of [
    'cage4',
    'gen:stencil5',
    'gen:stencil5?n=32&ny=8',
    'gen:stencil5?n=4000',
    'gen:stencil5?n=x',
    'gen:stencil7?n=8',
  ])
    expect([other, gridSide(other)]).toEqual([other, undefined]);
});

test('without walls the rest of the matrix is left, each row with its own places', () => {
  const walls = Uint8Array.of(0, 1, 0, 0);
  const { coo, places } = withoutWalls(stencil5({ n: 2 }), walls);
  expect([...places]).toEqual([0, 2, 3]);
  expect(coo.shape).toEqual({ rows: 3, cols: 3 });
  // Cells 0 and 2 are neighbours, and so are 2 and 3.
  expect([...coo.rowIndex]).toEqual([0, 0, 1, 1, 1, 2, 2]);
  expect([...coo.colIndex]).toEqual([0, 1, 0, 1, 2, 1, 2]);
  expect([...coo.values]).toEqual([4, -1, -1, 4, -1, -1, 4]);
  expect(withoutWalls(stencil5({ n: 2 }), new Uint8Array(4).fill(1)).coo.shape.rows).toBe(0);
});
