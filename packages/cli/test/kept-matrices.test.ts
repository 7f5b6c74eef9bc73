import { cooFromEntries } from '@spmv/core';
import { expect, it } from 'vitest';
import { keptMatrices } from '../src/commands/study/kept-matrices.ts';

it('a matrix is kept while it comes again and takes no more than a quarter of what is free', () => {
  let free = 160;
  const kept = keptMatrices<{ readonly loaded: { readonly coo: ReturnType<typeof cooFromEntries> } }>(() => free);
  // 16 bytes an entry.
  const of = (entries: number) => {
    const places = Array.from({ length: entries }, (_, k) => k);
    const shape = { rows: entries, cols: entries };
    return { loaded: { coo: cooFromEntries(shape, { rowIndex: places, colIndex: places, values: places }) } };
  };
  const [small, large] = [of(2), of(3)];
  kept.settle('small', small, true);
  kept.settle('large', large, true);
  expect([kept.get('small'), kept.get('large')]).toEqual([small, undefined]);
  free = 0;
  kept.settle('small', undefined, true);
  expect(kept.get('small')).toBe(small);
  kept.settle('small', small, false);
  expect(kept.get('small')).toBeUndefined();
});
