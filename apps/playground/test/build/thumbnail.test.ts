import { cooFromEntries } from '@spmv/core';
import { expect, test } from 'vitest';
import { thumbnail } from '../../build/thumbnail.ts';

test('an entry of a small matrix fills its part of the picture, and a wide one stays wide', () => {
  const two = cooFromEntries({ rows: 2, cols: 2 }, { rowIndex: [0, 1], colIndex: [0, 1], values: [1, 1] });
  const path = thumbnail(two);
  expect(path).toContain('viewBox="0 0 48 48"');
  expect(path.match(/h24v1/gu)).toHaveLength(48);
  expect(path).toContain('M0 23h24');
  expect(path).toContain('M24 24h24');
  const wide = cooFromEntries({ rows: 1, cols: 640 }, { rowIndex: [0], colIndex: [639], values: [1] });
  expect(thumbnail(wide)).toContain('viewBox="0 0 48 1"');
  expect(thumbnail(wide)).toContain('M47 0h1v1');
});
