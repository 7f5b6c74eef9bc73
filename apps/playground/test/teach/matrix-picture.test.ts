import { expect, test } from 'vitest';
import { placeAfter } from '../../src/teach/matrix-picture.tsx';

const SHAPE = { rows: 3, cols: 4 };

test('arrow keys lead from place to place, also from one without neighbours that are entries, and end at the edges', () => {
  expect(placeAfter('ArrowRight', [0, 0], SHAPE)).toEqual([0, 1]);
  expect(placeAfter('ArrowDown', [0, 0], SHAPE)).toEqual([1, 0]);
  expect(placeAfter('ArrowUp', [0, 0], SHAPE)).toEqual([0, 0]);
  expect(placeAfter('ArrowRight', [2, 3], SHAPE)).toEqual([2, 3]);
  expect(placeAfter('End', [1, 0], SHAPE)).toEqual([1, 3]);
  expect(placeAfter('PageDown', [0, 2], SHAPE)).toEqual([2, 2]);
  for (const key of ['Tab', 'a', 'constructor']) expect(placeAfter(key, [1, 1], SHAPE)).toBeUndefined();
});
