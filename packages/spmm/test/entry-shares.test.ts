import { expect, test } from 'vitest';
import { EMPTY_ROWS, entryShares } from '../src/kernels/entry-shares.ts';

test('where rows end, which rows they are, and the place of the first row of each share', () => {
  // Rows of 3, 0, 40, 0 and 21 entries in shares of 32, three of which are a block.
  const found = entryShares(Int32Array.of(0, 3, 3, 43, 43, 64), 32, 3);
  expect([...(found['ends'] as Uint8Array)]).toEqual([1 << 2, 0, 0, 0, 0, 1 << 2, 0, 1 << 7]);
  expect([...(found['rows'] as Int32Array)]).toEqual([0, 2, 4, 1, 3, -1]);
  expect([...(found['shares'] as Int32Array)]).toEqual([0, 0, 1, 1, -2, 3]);
});

test('rows without entries are shared out, and what fills up the last block has none', () => {
  const { shares, rows, ends } = entryShares(new Int32Array(EMPTY_ROWS + 2), 64, 4);
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
    for (const lengths of [[5000], [1, 0, 1700, 0, 3, 130, 128, 0], Array<number>(90).fill(7)]) {
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
  const found = entryShares(rowStart, size, 1) as Record<'shares' | 'ends' | 'rows', Int32Array | Uint8Array>;
  const { shares, ends, rows } = found;
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
    const earlier = shares[2 * share] as number;
    let place = shares[2 * share + 1] as number;
    const first = rows[place] as number;
    let sum = 0;
    let head: number | undefined;
    for (let k = share * size; k < Math.min(nnz, (share + 1) * size); k++) {
      sum++;
      if ((((ends[k >> 3] as number) >> (k & 7)) & 1) === 0) continue;
      if (earlier > 0 && head === undefined) head = sum;
      else sums[rows[place] as number] = sum;
      place++;
      sum = 0;
    }
    const before = earlier % fan;
    const gathers = earlier > 0 && head === undefined && before === fan - 1;
    let others = 0;
    if (head !== undefined || gathers) for (let i = 1; i <= before; i++) others += take(share - i);
    if (sum > 0) slots.set(share, gathers ? sum + others : sum);
    if (head === undefined) continue;
    for (let g = 0; g < Math.floor(earlier / fan); g++) others += take(share - before - 1 - g * fan);
    sums[first] = head + others;
  }
  expect([...slots.keys()]).toEqual([]);
  return sums;
}
