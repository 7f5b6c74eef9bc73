import type { AccessStep } from '@spmv/trace';
import { expect, test } from 'vitest';
import { touchedBy } from '../../src/teach/touched.ts';

const place = { launch: 0, block: 0, warp: 0, line: 1, text: '' };

function loaded(elements: readonly number[], bytes: number, width: number): AccessStep {
  const first = Int32Array.from({ length: 32 }, (_, lane) => elements[lane] ?? -1);
  const elementBytes = bytes / width;
  const sectors = [...new Set(elements.map((element) => Math.floor((element * elementBytes) / 32)))];
  const addresses = Float64Array.from(first, (element) => (element < 0 ? 0 : 4096 + element * elementBytes));
  const lanes = 2 ** elements.length - 1;
  return {
    ...place,
    kind: 'load',
    buffer: 'A.values',
    lanes,
    elements: first,
    bytes,
    width,
    addresses,
    sectors,
  };
}

test('an element that lanes read is used, the others of its sector are moved', () => {
  const touched = touchedBy(loaded([1, 9], 8, 1));
  expect(touched?.array).toBe('values');
  expect([...(touched?.used ?? [])]).toEqual([1, 9]);
  expect([...(touched?.moved ?? [])]).toEqual([0, 1, 2, 3, 8, 9, 10, 11]);
});

test('a lane that reads two elements at once uses both', () => {
  expect([...(touchedBy(loaded([2, 4], 16, 2))?.used ?? [])]).toEqual([2, 3, 4, 5]);
});

test('a branch at which lanes diverge touches nothing', () => {
  expect(touchedBy({ ...place, kind: 'branch', lanes: 3, taken: 1 })).toBeUndefined();
  expect(touchedBy(undefined)).toBeUndefined();
});
