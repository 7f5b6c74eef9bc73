import type { DeviceInfo } from '@spmv/core';
import { expect, it } from 'vitest';
import { suggestItems } from '../src/index.ts';

const device = (workgroupBytes: number, maxWorkgroupThreads = 256): DeviceInfo => ({
  name: 'd',
  kind: 'gpu',
  precisions: ['f32'],
  capabilities: [],
  limits: { workgroupBytes, maxWorkgroupThreads },
});

it.each([
  ['the first that fits', device(32_768), 8],
  ['exactly', device(16_384), 4],
  ['the last where none does', device(1024), 2],
  ['the last where the threads do not fit', device(65_536, 128), 2],
])('items a thread: %s', (_, one, items) => {
  // 256 threads with 16 bytes an item.
  expect(suggestItems(one, 256, { items: [8, 4, 2], bytes: (count) => 256 * 16 * count })).toBe(items);
});
