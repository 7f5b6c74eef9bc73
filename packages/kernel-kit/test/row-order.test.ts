import type { KernelContext, StoredMatrix } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { rowOrder } from '../src/row-order.ts';

function ordered(lengths: readonly number[], rows: string): Readonly<Record<string, ArrayLike<number> | undefined>> {
  const rowStart = new Int32Array(lengths.length + 1);
  lengths.forEach((length, i) => (rowStart[i + 1] = (rowStart[i] as number) + length));
  const matrix = {
    shape: { rows: lengths.length, cols: 1000 },
    nnz: rowStart.at(-1),
    arrays: { rowStart },
  } as unknown as StoredMatrix;
  return rowOrder(matrix, {} as KernelContext, { rows });
}

describe('rowOrder', () => {
  it('describes complete blocks of 128 rows: where each length ends, then the rows by length, in order among equals', () => {
    const lengths = Array.from({ length: 300 }, (_, i) => (i * 7) % 12);
    const { choice, order } = ordered(lengths, 'by-length');
    expect(Array.from(choice ?? [])).toEqual([1]);
    expect(order).toHaveLength(2 * 144);
    for (const block of [0, 1]) {
      const bytes = Array.from(order ?? []).slice(block * 144, (block + 1) * 144);
      const inBlock = lengths.slice(block * 128, (block + 1) * 128);
      const expected = inBlock
        .map((length, r) => ({ length: Math.min(length, 9), r }))
        .sort((a, b) => a.length - b.length || a.r - b.r)
        .map(({ r }) => r);
      expect(bytes.slice(16)).toEqual(expected);
      expect(bytes.slice(0, 9)).toEqual(
        Array.from({ length: 9 }, (_, length) => inBlock.filter((one) => one <= length).length),
      );
    }
  });

  it('makes nothing where rows are taken in turn: when asked to, and by itself for long rows', () => {
    for (const found of [
      ordered(
        Array.from({ length: 300 }, () => 3),
        'in-turn',
      ),
      ordered(
        Array.from({ length: 300 }, () => 50),
        'auto',
      ),
    ]) {
      expect(Array.from(found['choice'] ?? [])).toEqual([0]);
      expect(found['order']).toHaveLength(0);
    }
  });

  it('takes short rows that are all alike by length by itself', () => {
    expect(
      Array.from(
        ordered(
          Array.from({ length: 1000 }, () => 5),
          'auto',
        )['choice'] ?? [],
      ),
    ).toEqual([1]);
  });
});
