import { cooFromEntries } from '@spmv/core';
import { expect, test } from 'vitest';
import { thumbnail } from '../../build/thumbnail.ts';

test('an entry of a small matrix fills its part of the picture, and a wide one stays wide', () => {
  const two = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [0, 1], values: [1, 1] });
  const path = thumbnail(two);
  expect(path).toContain('viewBox="0 0 64 64"');
  expect(path.match(/h32v1/gu)).toHaveLength(64);
  expect(path).toContain('M0 31h32');
  expect(path).toContain('M32 32h32');
  const wide = cooFromEntries({ rows: 1, cols: 640 }, { rowIndex: [0], colIndex: [639], values: [1] });
  expect(thumbnail(wide)).toContain('viewBox="0 0 64 1"');
  expect(thumbnail(wide)).toContain('M63 0h1v1');
});
