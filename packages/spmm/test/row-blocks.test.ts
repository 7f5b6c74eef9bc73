import { buildMatrix, cooFromEntries } from '@spmv/core';
import { csr } from '@spmv/formats';
import { generateMatrix } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import type { KernelContext } from '@spmv/core';
import { wgslCsrBlocks } from '../src/index.ts';
import { contextOf } from './cuda-programs.ts';
import { COLUMN_BITS, countBlockEntries, rowBlocks } from '../src/kernels/row-blocks.ts';

const blocksOf = (matrix: ReturnType<typeof buildMatrix>, rows: number) =>
  rowBlocks(matrix, rows, countBlockEntries(matrix, rows));

describe('rows in blocks', () => {
  it('have an entry for each column that any row of a block has, and say which rows have it', () => {
    // Rows 0 and 1 share column 2; rows 2 and 3 are empty; row 4 is alone.
    const coo = cooFromEntries(
      { rows: 5, cols: 4 },
      { rowIndex: [0, 0, 1, 1, 4], colIndex: [0, 2, 2, 3, 1], values: [1, 2, 3, 4, 5] },
    );
    const { blockStart, columns, blockValues } = blocksOf(buildMatrix(csr, coo), 2);
    expect([...blockStart]).toEqual([0, 3, 3, 4]);
    const bit = 2 ** COLUMN_BITS;
    expect([...columns]).toEqual([bit, 3 * bit + 2, 2 * bit + 3, bit + 1]);
    expect([...blockValues]).toEqual([1, 0, 2, 3, 0, 4, 5, 0]);
  });

  it('keep every entry once, for each size of block and value type', () => {
    const coo = generateMatrix('fem-band', { rows: 300, block: 3, perRow: 20 });
    for (const valueType of ['f64', 'f32'] as const)
      for (const rows of [2, 3]) {
        const { blockStart, columns, blockValues } = blocksOf(buildMatrix(csr, coo, { valueType }), rows);
        const sums = new Map<number, number>();
        for (let b = 0; b + 1 < blockStart.length; b++)
          for (let k = blockStart[b] as number; k < (blockStart[b + 1] as number); k++)
            for (let r = 0; r < rows; r++) {
              const word = columns[k] as number;
              if (Math.floor(word / 2 ** (COLUMN_BITS + r)) % 2 === 0) continue;
              const key = (b * rows + r) * coo.shape.cols + (word % 2 ** COLUMN_BITS);
              sums.set(key, blockValues[k * rows + r] as number);
            }
        expect(sums.size).toBe(coo.values.length);
        for (let i = 0; i < coo.values.length; i++) {
          const value = coo.values[i] as number;
          const key = (coo.rowIndex[i] as number) * coo.shape.cols + (coo.colIndex[i] as number);
          expect(sums.get(key)).toBe(valueType === 'f32' ? Math.fround(value) : value);
        }
        // Three unknowns of a node have the same columns.
        if (rows === 3) expect(columns.length * 3).toBe(coo.values.length);
      }
  });

  it('have at least eight neighbouring threads in WGSL, as long as each of them has four entries', () => {
    const threads = (vectors: number, meanRow: number, rows = 1e6) => {
      const context: KernelContext = contextOf(wgslCsrBlocks as never, { vectors, precision: 'f32', side: rows });
      const matrix = { ...context.matrix, nnz: rows * meanRow };
      return wgslCsrBlocks.params.suggest?.({ ...context, matrix }).threadsPerRow;
    };
    // Four vectors a thread: 2, 4, 8 and 16 threads have all columns.
    expect([8, 16, 32, 64].map((vectors) => threads(vectors, 27))).toEqual([4, 2, 1, 1]);
    // Six entries a row are nine of a block.
    expect([threads(8, 6), threads(8, 5)]).toEqual([2, 1]);
    // Too few rows to fill the device.
    expect(threads(32, 27, 3000)).toBe(8);
  });
});
