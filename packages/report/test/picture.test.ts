import { inflateSync } from 'node:zlib';
import { cooFromEntries } from '@spmv/core';
import { expect, it } from 'vitest';
import { greyPng, shades, spyCounts } from '../src/index.ts';
import { base64 } from '../src/picture/base64.ts';
import { zlibRuns } from '../src/picture/zlib.ts';

it('counts the entries under each pixel, spread by area', () => {
  const coo = cooFromEntries({ rows: 2, cols: 3 }, { rowIndex: [0, 1], colIndex: [0, 2], values: [1, 1] });
  const { width, height, counts } = spyCounts(coo, 12);
  expect([width, height]).toEqual([6, 4]);
  expect([counts[0], counts[2], counts[3 * 6 + 5], counts[3 * 6]]).toEqual([1, 0, 1, 0]);
  const halves = spyCounts(coo, 2);
  expect(halves.counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});

it('draws white where nothing is, black where most is, and never so faint that it is not seen', () => {
  expect([...shades([0, 1, 1e6])]).toEqual([255, 200, 0]);
  expect([...shades([0, 0])]).toEqual([255, 255]);
});

it.each([0, 1, 2, 3, 4, 5, 257, 258, 259, 260, 261, 262, 70_000])(
  'runs of %i bytes come back as they were',
  (length) => {
    const bytes = Uint8Array.from({ length: length + 40 }, (_, b) => (b < length ? 255 : (b * 37) % 256));
    expect(inflateSync(zlibRuns(bytes)).equals(bytes)).toBe(true);
  },
);

it('every length of a run comes back', () => {
  const runs = Array.from({ length: 300 }, (_, length) => Array.from({ length }, () => length % 256)).flat();
  expect([...inflateSync(zlibRuns(Uint8Array.from(runs)))]).toEqual(runs);
});

it('writes a PNG that others read', () => {
  const png = greyPng(2, 1, Uint8Array.from([7, 9]));
  const view = new DataView(png.buffer);
  const length = view.getUint32(33);
  expect([...inflateSync(png.subarray(41, 41 + length))]).toEqual([0, 7, 9]);
  // The checksum of an empty IEND is the same in every PNG.
  expect(view.getUint32(png.length - 4)).toBe(0xae426082);
});

it('writes base64 as others do', () => {
  for (const length of [0, 1, 2, 3, 4, 100]) {
    const bytes = Uint8Array.from({ length }, (_, b) => b * 7);
    expect(base64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
  }
});
