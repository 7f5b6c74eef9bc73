import process from 'node:process';
import type { Kernel, NamedArrays, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, headerOf, kernelContext, resolveParams, spmv } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { hyb } from '../src/hyb.ts';
import { plugin } from '../src/index.ts';

const ROWS = 800_000;
const LONG = 200_000;

/** Rows of one entry, every fourth of 40: they overflow by more than the thread of a row adds up alone. */
function skewed(): StoredMatrix {
  const lengthOf = (row: number): number => (row % 4 === 1 ? 40 : 1);
  const nnz = ROWS + 39 * LONG;
  const rowIndex = new Int32Array(nnz);
  const colIndex = new Int32Array(nnz);
  for (let row = 0, k = 0; row < ROWS; row++) {
    for (let j = 0; j < lengthOf(row); j++, k++) {
      rowIndex[k] = row;
      colIndex[k] = j;
    }
  }
  return buildMatrix(
    hyb,
    { shape: { rows: ROWS, cols: 40 }, rowIndex, colIndex, values: new Float64Array(nnz).fill(1) },
    { valueType: 'f32' },
  );
}

function analyse(id: string, matrix: StoredMatrix, given: Readonly<Record<string, number>> = {}): NamedArrays {
  const kernel = plugin.kernels?.find((one): one is Kernel => one.id === id) as Kernel;
  const device = { name: 'none', kind: 'gpu', precisions: ['f32'], capabilities: [], limits: {} } as const;
  const context = kernelContext(spmv, kernel, {
    matrix: headerOf(matrix),
    device,
    precision: { precision: 'f32', accumulator: 'f32' },
  });
  return kernel.analyse?.(matrix, context, resolveParams(kernel.params, given, context, id)) ?? {};
}

describe('rows that overflow', () => {
  it('may be hundreds of thousands, in the little memory that their arrays take', () => {
    const matrix = skewed();
    const before = process.memoryUsage();
    const { longRows } = analyse('wgsl/hyb', matrix);
    const { tasks } = analyse('cuda/hyb', matrix);
    const after = process.memoryUsage();
    expect(longRows?.[0]).toBe(LONG);
    expect(longRows?.subarray(1, 4)).toEqual(Int32Array.of(1, 5, 9));
    expect(longRows?.at(-1)).toBe(ROWS - 3);
    // 8 rows of a warp each a block of 256, and a thread for each row.
    expect((tasks?.length ?? 0) / 2).toBe(LONG / 8 + ROWS / 256);
    // overflowStart twice, longRows twice, keys: typed arrays, and nothing on the heap of the engine.
    expect(after.arrayBuffers - before.arrayBuffers).toBeLessThan(2 * (4 * ROWS + 12 * LONG) + 2 ** 20);
    expect(after.heapUsed - before.heapUsed).toBeLessThan(8 * 2 ** 20);
  });

  it('are listed with the longest first, then in order, and divided between blocks, warps and threads', () => {
    const lengths = [0, 50, 1, 2000, 50, 1100, 34, 33];
    const rowIndex = lengths.flatMap((length, row) => Array.from({ length }, () => row));
    const colIndex = lengths.flatMap((length) => Array.from({ length }, (_, j) => j));
    const coo = cooFromEntries(
      { rows: lengths.length, cols: 2000 },
      { rowIndex, colIndex, values: rowIndex.map(() => 1) },
    );
    const matrix = buildMatrix(hyb, coo, { params: { fraction: 0 } });
    const width = matrix.scalars['width'] as number;
    const over = (row: number): number => Math.max(0, (lengths[row] as number) - width);
    const expected = [...lengths.keys()].filter((row) => over(row) > 32).sort((a, b) => over(b) - over(a) || a - b);
    const { longRows, tasks } = analyse('cuda/hyb', matrix, { limit: 32, blockSize: 128 });
    expect([...(longRows ?? [])]).toEqual([expected.length, ...expected]);
    const blocks = expected.filter((row) => over(row) > 1024);
    const warps = Math.ceil((expected.length - blocks.length) / 4);
    expect([...(tasks ?? [])]).toEqual([
      ...blocks.flatMap((row) => [2, row]),
      ...Array.from({ length: warps }, (_, w) => [1, blocks.length + 4 * w]).flat(),
      0,
      0,
    ]);
  });
});
