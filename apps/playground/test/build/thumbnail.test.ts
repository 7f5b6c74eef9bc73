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

test('scattered entries do not hide where most of them are, and a full matrix is full', () => {
  const side = 480;
  // The diagonal, and an entry in every block of ten rows and columns.
  const rowIndex = Array.from({ length: side + 48 * 48 }, (_, k) => (k < side ? k : 10 * Math.floor((k - side) / 48)));
  const colIndex = rowIndex.map((row, k) => (k < side ? row : 10 * ((k - side) % 48)));
  const values = rowIndex.map(() => 1);
  const path = thumbnail(cooFromEntries({ rows: side, cols: side }, { rowIndex, colIndex, values }));
  expect(path.match(/h1v1/gu)).toHaveLength(48);
  const all = Array.from({ length: 16 }, (_, k) => k);
  const full = cooFromEntries(
    { rows: 4, cols: 4 },
    { rowIndex: all.map((k) => k >> 2), colIndex: all.map((k) => k & 3), values: all.map(() => 1) },
  );
  expect(thumbnail(full).match(/h48v1/gu)).toHaveLength(48);
});
