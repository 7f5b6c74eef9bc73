import { expect, test } from 'vitest';
import {
  levelFor,
  panned,
  partOfText,
  partText,
  seenPart,
  tilesFor,
  viewOfPart,
  wholeMatrix,
  withinMatrix,
  zoomed,
} from '../../src/data/spy-view.ts';

const SHAPE = { rows: 1000, cols: 4000 };
const SIZE = { width: 500, height: 500 };

test('all of a matrix fits, and is seen', () => {
  const view = wholeMatrix(SHAPE, SIZE);
  expect(view.scale).toBe(0.125);
  expect(seenPart(view, SHAPE, SIZE)).toEqual({ rows: [0, 1000], cols: [0, 4000] });
});

test('zooming keeps what is under the pointer', () => {
  const view = wholeMatrix(SHAPE, SIZE);
  const near = zoomed(view, 4, [100, 300]);
  expect(near.col + 100 / near.scale).toBeCloseTo(view.col + 100 / view.scale);
  expect(near.row + 300 / near.scale).toBeCloseTo(view.row + 300 / view.scale);
});

test('a view stays inside of the matrix, and between all of it and five rows', () => {
  const near = zoomed(wholeMatrix(SHAPE, SIZE), 100, [0, 0]);
  const far = withinMatrix(panned(near, 1e9, 1e9), SHAPE, SIZE);
  expect(seenPart(far, SHAPE, SIZE).cols[1]).toBe(4000);
  expect(withinMatrix(zoomed(near, 1e-9, [0, 0]), SHAPE, SIZE)).toEqual(wholeMatrix(SHAPE, SIZE));
  expect(withinMatrix(zoomed(near, 1e9, [0, 0]), SHAPE, SIZE).scale).toBe(96);
});

test('a part of an address comes back, and one outside of the matrix does not', () => {
  const part = { rows: [10, 60], cols: [100, 150] } as const;
  expect(partOfText(partText(part), SHAPE)).toEqual(part);
  expect(seenPart(viewOfPart(part, SIZE), SHAPE, SIZE)).toEqual(part);
  for (const text of ['', '1-0,0-1', '0-1000,0-1', '0-1,0-4000', '-1-2,0-1', 'x', '0-1'])
    expect(partOfText(text, SHAPE)).toBeUndefined();
});

test('cells are at most one pixel until they are single positions', () => {
  expect(levelFor({ row: 0, col: 0, scale: 0.125 }, SHAPE)).toBe(3);
  expect(levelFor({ row: 0, col: 0, scale: 0.13 }, SHAPE)).toBe(2);
  expect(levelFor({ row: 0, col: 0, scale: 5 }, SHAPE)).toBe(0);
  expect(tilesFor({ rows: [0, 1000], cols: [0, 4000] }, 2)).toHaveLength(4);
  expect(tilesFor({ rows: [0, 0], cols: [0, 0] }, 0)).toEqual([]);
});
