import { stencil5 } from '@spmv/testkit';
import { expect, it } from 'vitest';
import { hierarchyInParts } from '../src/index.ts';
import { byRows, inParts } from '../src/parts.ts';

/** The ranges of a pass. */
function rangesOf(lengths: readonly number[]): (readonly [number, number])[] {
  const rowStart = Int32Array.from({ length: lengths.length + 1 }, (_, i) =>
    lengths.slice(0, i).reduce((sum, one) => sum + one, 0),
  );
  const ranges: (readonly [number, number])[] = [];
  for (const _ of byRows({ shape: { rows: lengths.length, cols: 1 }, rowStart }, (...range) => ranges.push(range)));
  return ranges;
}

it('a part has rows with about as many entries as others, and a longer row for itself', () => {
  const many = 2 ** 16;
  expect(rangesOf([many, many, many, 5 * many, 0, 1, many])).toEqual([
    [0, 2],
    [2, 3],
    [3, 4],
    [4, 7],
  ]);
  expect(rangesOf([])).toEqual([]);
});

it('rows without entries are so many at most', () => {
  const sizes = [...inParts(2 ** 18 + 1, () => {})];
  expect(sizes).toEqual([2 ** 17, 2 ** 17, 1]);
});

it('levels are made in many parts', () => {
  expect([...hierarchyInParts(stencil5({ n: 100 }))].length).toBeGreaterThan(50);
});
