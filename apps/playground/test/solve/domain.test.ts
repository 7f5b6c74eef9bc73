import { stencil5 } from '@spmv/testkit';
import { expect, test } from 'vitest';
import { gridSide, wallsOf, wallsText, withoutWalls } from '../../src/solve/domain.ts';

test('walls come back from an address, and what it has wrong is none', () => {
  const walls = Uint8Array.from({ length: 49 }, (_, k) => (k % 3 === 0 || k === 47 ? 1 : 0));
  expect(wallsText(walls)).toMatch(/^[\w-]+$/u);
  expect(wallsOf(wallsText(walls), 7)).toEqual(walls);
  expect(wallsText(new Uint8Array(49))).toBe('');
  for (const wrong of [undefined, '', 'a', '<b>', 'ä', 'A'.repeat(5000)])
    expect([wrong, wallsOf(wrong, 7)]).toEqual([wrong, new Uint8Array(49)]);
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
