import type { KernelContext } from '@spmv/core';
import { expect, it } from 'vitest';
import { rowBlocks } from '../src/row-blocks.ts';

function blocks(rows: number, nnz: number, C?: number): readonly number[] {
  const format = C === undefined ? 'csr' : 'sell';
  const matrix = {
    format,
    shape: { rows, cols: 1 },
    nnz,
    params: { C },
    scalars: { slices: Math.ceil(rows / (C ?? 1)) },
  };
  const { size, count } = rowBlocks(matrix as unknown as KernelContext['matrix']);
  return [size, count];
}

it('blocks have 128 rows, fewer where rows are few and long, and never less than a slice', () => {
  expect(blocks(1_000_000, 5_000_000)).toEqual([128, 7813]);
  expect(blocks(3600, 17_760)).toEqual([128, 29]);
  expect(blocks(1000, 100_000)).toEqual([16, 63]);
  expect(blocks(100, 1_000_000)).toEqual([1, 100]);
  expect(blocks(1, 0)).toEqual([128, 1]);
  expect(blocks(1_000_000, 5_000_000, 8)).toEqual([16, 7813]);
  expect(blocks(100, 1_000_000, 32)).toEqual([1, 4]);
});
