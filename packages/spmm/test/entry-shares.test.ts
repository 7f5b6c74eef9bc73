import { expect, test } from 'vitest';
import { EMPTY_ROWS, entryEnds, entryShares } from '../src/kernels/entry-shares.ts';

test('rows of entries, rows without, and how many shares before have the first row', () => {
  // Rows of 3, 0, 20, 0 and 9 entries in shares of 8, two of which are a block.
  const found = entryShares(Int32Array.of(0, 3, 3, 23, 23, 32), 8, 2);
  const rowOf = [...Array<number>(3).fill(0), ...Array<number>(20).fill(2), ...Array<number>(9).fill(4)];
  expect([...(found['rowIndex'] as Int32Array)]).toEqual([...rowOf, -1, 1, 3]);
  // Share 2 ends with the last entry of row 2, so that row 4 begins with share 3, but for the one entry before.
  expect([...(found['shares'] as Int32Array)]).toEqual([0, 1, 2, 1, -2, -2]);
});

test('without entries there are only rows without them', () => {
  const found = entryShares(new Int32Array(EMPTY_ROWS + 2), 64, 1);
  expect([...(found['shares'] as Int32Array)]).toEqual([-EMPTY_ROWS - 1, -EMPTY_ROWS - 1]);
  expect(found['rowIndex']).toHaveLength(EMPTY_ROWS + 2);
});

test('by bits: where rows end, which rows they are, and the place of the first row of each share', () => {
  // Rows of 3, 0, 40, 0 and 21 entries in shares of 32, three of which are a block.
  const found = entryEnds(Int32Array.of(0, 3, 3, 43, 43, 64), 32, 3);
  expect([...(found['ends'] as Int32Array)]).toEqual([1 << 2, (1 << 10) | (1 << 31)]);
  expect([...(found['rows'] as Int32Array)]).toEqual([0, 2, 4, 1, 3, -1]);
  expect([...(found['shares'] as Int32Array)]).toEqual([0, 0, 1, 1, -2, 3]);
});

test('by bits: rows without entries are shared out, and what fills up the last block has none', () => {
  const { shares, rows, ends } = entryEnds(new Int32Array(EMPTY_ROWS + 2), 64, 4);
  expect([...(shares as Int32Array)]).toEqual([
    -EMPTY_ROWS - 1,
    0,
    -1,
    EMPTY_ROWS,
    0,
    EMPTY_ROWS + 1,
    0,
    EMPTY_ROWS + 1,
  ]);
  expect([...(rows as Int32Array)]).toEqual([...Array.from({ length: EMPTY_ROWS + 1 }, (_, row) => row), -1]);
  expect(ends).toHaveLength(0);
});

test('the sums of every row come from each share once, however the parts of a long row are gathered', () => {
  for (const size of [8, 16, 64]) {
    for (const lengths of [[5000], [1, 0, 700, 0, 3, 130, 128, 0], Array<number>(90).fill(7)]) {
      const rowStart = Int32Array.from([
        0,
        ...lengths.map((_, r) => lengths.slice(0, r + 1).reduce((a, b) => a + b, 0)),
      ]);
      expect(joined(rowStart, size)).toEqual(lengths.map((length) => (length > 0 ? length : 0)));
    }
  }
});

/** What spmm-csr-entries.cu does with the parts of rows, counting entries; a slot that is empty when it is taken is an error. */
function joined(rowStart: Int32Array, size: number): number[] {
  const { shares, rowIndex } = entryShares(rowStart, size, 1) as { shares: Int32Array; rowIndex: Int32Array };
  const fan = 16;
  const sums = Array<number>(rowStart.length - 1).fill(0);
  const slots = new Map<number, number>();
  const take = (slot: number): number => {
    const found = slots.get(slot);
    if (found === undefined) throw new Error(`slot ${slot} is empty`);
    slots.delete(slot);
    return found;
  };
  const nnz = rowStart.at(-1) ?? 0;
  for (let share = 0; share * size < nnz; share++) {
    const earlier = shares[share] as number;
    let sum = 0;
    let head: number | undefined;
    let last = -1;
    for (let k = share * size; k < Math.min(nnz, (share + 1) * size); k++) {
      sum++;
      last = rowIndex[k] as number;
      if (last === rowIndex[k + 1]) continue;
      if (earlier > 0 && head === undefined) head = sum;
      else sums[last] = sum;
      sum = 0;
    }
    const before = earlier % fan;
    const gathers = earlier > 0 && head === undefined && before === fan - 1;
    let others = 0;
    if (head !== undefined || gathers) for (let i = 1; i <= before; i++) others += take(share - i);
    if (sum > 0) slots.set(share, gathers ? sum + others : sum);
    if (head === undefined) continue;
    for (let g = 0; g < Math.floor(earlier / fan); g++) others += take(share - before - 1 - g * fan);
    sums[rowIndex[share * size] as number] = head + others;
  }
  expect([...slots.keys()]).toEqual([]);
  return sums;
}
