import type { CooMatrix } from '@spmv/core';
import { buildMatrix } from '@spmv/core';
import { spmvReference } from '@spmv/core/oracle';
import { describe, expect, it } from 'vitest';
import { symmetric } from '../src/index.ts';
import { symmetricTilesOf } from '../src/kernels/symmetric-tiles.ts';
import { MATRICES } from './matrices.ts';

/** What kernels do with the tiles, on integers, whose sums no order changes. */
function multiply(coo: CooMatrix, x: Float64Array, capacity: number): Float64Array {
  const matrix = buildMatrix(symmetric, coo);
  const { tiles, slots, groups, filledRows, runs, places, elementStart } = symmetricTilesOf(matrix, capacity);
  const { colIndex, values } = matrix.arrays as { colIndex: Int32Array; values: Float64Array };
  const sums = new Float64Array(places.length + 1).fill(NaN);
  for (let t = 0; 4 * t < tiles.length; t++) {
    const [firstRun, endRun, begin, end] = tiles.subarray(4 * t, 4 * t + 4) as unknown as [
      number,
      number,
      number,
      number,
    ];
    expect(end - begin).toBeLessThanOrEqual(capacity);
    const products = new Float64Array(2 * capacity).fill(NaN);
    for (let k = begin; k < end; k++) {
      const bits = ((groups[2 * (k >> 5)] as number) & (0xffffffff >>> (31 - (k & 31)))) >>> 0;
      const before = ((groups[2 * (k >> 5) + 1] as number) + bits.toString(2).replaceAll('0', '').length) | 0;
      const row = filledRows[before] as number;
      products[k - begin] = (values[k] as number) * (x[colIndex[k] as number] as number);
      const slot = slots[k] as number;
      if (slot === 0xffff) expect(colIndex[k]).toBe(row);
      else
        products[capacity + slot] =
          (matrix.scalars['skew'] === 1 ? -1 : 1) * (values[k] as number) * (x[row] as number);
    }
    for (let run = firstRun; run < endRun; run++) {
      const own = products.slice((runs[2 * run] as number) - begin, (runs[2 * run + 2] as number) - begin);
      const from = capacity - (runs[2 * firstRun + 1] as number);
      const mirrored = products.slice(from + (runs[2 * run + 1] as number), from + (runs[2 * run + 3] as number));
      expect(own.length + mirrored.length).toBeGreaterThan(0);
      sums[places[run] as number] = [...own, ...mirrored].reduce((sum, product) => sum + product, 0);
    }
  }
  return Float64Array.from({ length: coo.shape.rows }, (_, j) =>
    sums.subarray(elementStart[j], elementStart[j + 1]).reduce((sum, part) => sum + part, 0),
  );
}

describe.each([32, 64, 256, 32_768])('tiles of %d entries', (capacity) => {
  it.each(Object.entries(MATRICES))('add up to the product: %s', (_name, coo) => {
    const integers = { ...coo, values: coo.values.map((a) => Math.round(8 * a)) };
    const x = Float64Array.from({ length: coo.shape.cols }, (_, j) => ((j * 7) % 11) - 5);
    const y = new Float64Array(coo.shape.rows);
    const { high } = spmvReference({ coo: integers, x, y, alpha: 1, beta: 0 }, 'f64');
    expect(multiply(integers, x, capacity)).toEqual(high);
  });
});
