import type { CooMatrix } from '@spmv/core';
import { cooInOrder, isKnownCanonical } from '@spmv/core';
import { openMatrix } from 'spmv';
import { describe, expect, it } from 'vitest';
import { unless } from '../../../tools/needs.ts';
import { missingNative } from './missing-native.ts';
import { inOrder } from '../src/node/compiled.ts';

/** Rows of up to four entries, every fifth of them empty, as many as 300,000 entries take: several threads, which share rows. */
function given(): CooMatrix {
  const [rowIndex, colIndex]: [number[], number[]] = [[], []];
  let row = 3;
  while (rowIndex.length < 300_000) {
    row += row % 5 === 0 ? 2 : 1;
    for (let k = 0; k <= row % 4; k++) {
      rowIndex.push(row);
      colIndex.push(row % 7 === 0 ? 5 * k : 3 * k + (row % 3));
    }
  }
  return {
    shape: { rows: row + 9, cols: 20 },
    rowIndex: Int32Array.from(rowIndex),
    colIndex: Int32Array.from(colIndex),
    values: Float64Array.from(colIndex, (_, k) => k / 7),
  };
}

const entries = given();

describe('compiled code', unless(missingNative), () => {
  it.each([true, false])('finds where rows begin as JavaScript does, copied: %s', (isCopied) => {
    const wanted = cooInOrder(entries);
    for (const cut of [300_000, 100_000, 1]) {
      const { shape, ...arrays } = entries;
      const [rowIndex, colIndex] = [arrays.rowIndex.subarray(0, cut), arrays.colIndex.subarray(0, cut)];
      const some = { shape, rowIndex, colIndex, values: arrays.values.subarray(0, cut) };
      const found = inOrder(some, isCopied);
      expect(found?.rowStart).toEqual(wanted?.rowStart?.map((start) => Math.min(start, cut)));
      expect(found && isKnownCanonical(found)).toBe(true);
      expect(found?.colIndex).toEqual(some.colIndex);
      expect(found?.values).toEqual(some.values);
      expect([found?.colIndex.buffer === some.colIndex.buffer, found?.values.buffer === some.values.buffer]).toEqual([
        !isCopied,
        !isCopied,
      ]);
    }
  });

  it.each([
    ['a row before the one before', 'rowIndex', -1],
    ['a row far behind', 'rowIndex', 2 ** 31 - 1],
    ['a row below zero', 'rowIndex', -(2 ** 31)],
    ['a column behind the last', 'colIndex', 20],
    ['a column below zero', 'colIndex', -1],
    ['a position twice', 'colIndex', undefined],
  ] as const)('leaves %s to JavaScript', (_, name, wrong) => {
    // Where threads meet, and elsewhere.
    for (const place of [1, 32_767, 32_768, 32_769, 200_000, 299_999].flatMap((k) => [k, k + 1, k + 2])) {
      const array = entries[name].slice();
      if (place >= array.length) continue;
      if (wrong === undefined && entries.rowIndex[place] !== entries.rowIndex[place - 1]) continue;
      array[place] = wrong ?? (array[place - 1] as number);
      const odd = { ...entries, [name]: array };
      expect(cooInOrder(odd)).toBeUndefined();
      for (const isCopied of [true, false]) expect(inOrder(odd, isCopied), String(place)).toBeUndefined();
    }
  });

  it('refuses arrays of several lengths, and no entries at all', () => {
    for (const name of ['rowIndex', 'colIndex', 'values'] as const)
      for (const isCopied of [true, false])
        expect(inOrder({ ...entries, [name]: entries[name].subarray(1) }, isCopied)).toBeUndefined();
    const none = { rowIndex: new Int32Array(0), colIndex: new Int32Array(0), values: new Float64Array(0) };
    expect(inOrder({ shape: entries.shape, ...none }, true)).toBeUndefined();
  });

  it('takes arrays at the call, and leaves those alone that other threads see', async () => {
    await using first = await openMatrix(entries);
    const values = entries.values.slice();
    const shared = new Float64Array(new SharedArrayBuffer(values.byteLength));
    shared.set(values);
    for (const numbers of [values, shared]) {
      const opening = openMatrix({ ...entries, values: numbers });
      numbers.fill(0);
      await using matrix = await opening;
      expect(matrix.sum()).toBe(first.sum());
      expect(matrix.get(4, 1)).toBe(first.get(4, 1));
    }
  });
});
