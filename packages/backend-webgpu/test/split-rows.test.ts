import type { CooMatrix, Kernel } from '@spmv/core';
import { buildMatrix, createRegistry, judge, openBackend, spmv, spmvReference } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { describe, expect, it } from 'vitest';
import { plugin, webgpu } from '../src/index.ts';
import { unavailable } from './adapter.ts';
import { unless } from '../../../tools/needs.ts';

const registry = createRegistry([plugin, formats]);

/** Rows of these lengths over `cols` columns, spread evenly. */
function rowsOf(lengths: readonly number[], cols: number): CooMatrix {
  const nnz = lengths.reduce((sum, length) => sum + length, 0);
  const coo = {
    shape: { rows: lengths.length, cols },
    rowIndex: new Int32Array(nnz),
    colIndex: new Int32Array(nnz),
    values: new Float64Array(nnz),
  };
  let at = 0;
  for (const [row, length] of lengths.entries()) {
    for (let k = 0; k < length; k++, at++) {
      coo.rowIndex[at] = row;
      coo.colIndex[at] = Math.floor((k * cols) / length);
      coo.values[at] = Math.sin(at + 1);
    }
  }
  return coo;
}

// Shares of 2048 entries in balanced CSR with 64 · 4 places: rows of one partial sum, of a few, which the last to arrive adds up, and of
// more than 32, which a second dispatch adds up.
describe('split rows', unless(unavailable), () => {
  const cases: readonly [
    string,
    Readonly<Record<string, number>>,
    Readonly<Record<string, number | string>>,
    CooMatrix,
  ][] = [
    [
      'wgsl/csr-balanced',
      {},
      { blockSize: 64, items: 4, reduction: 'workgroup' },
      rowsOf([3, 5000, 0, 70_000, 1, 2049], 70_000),
    ],
  ];

  it.each(cases)(
    'are put together in one order, product after product: %s %j %j',
    async (id, formatParams, params, coo) => {
      const backend = await openBackend(webgpu);
      const kernel = registry.kernel(id) as Kernel;
      for (const precision of ['f32', 'df64'] as const) {
        const make = (length: number): Float32Array | Float64Array =>
          (precision === 'f32' ? new Float32Array(length) : new Float64Array(length)).map((_, k) => Math.cos(k));
        const matrix = buildMatrix(registry.format(kernel.format ?? ''), coo, {
          valueType: precision === 'f32' ? 'f32' : 'f64',
          params: formatParams,
        });
        const operator = await backend.prepare({ operation: spmv, matrix, kernel, precision, params });
        const x = make(coo.shape.cols);
        const y = make(coo.shape.rows);
        const dx = await backend.vector(x, precision);
        const dy = await backend.vector(y, precision);
        const results: number[][] = [];
        for (let product = 0; product < 3; product++) {
          await dy.write(y);
          operator.apply(dx, dy, 1.5, -0.5);
          results.push([...(await dy.read())]);
        }
        expect(results[1]).toEqual(results[0]);
        expect(results[2]).toEqual(results[0]);
        const got = precision === 'f32' ? Float32Array.from(results[0] ?? []) : Float64Array.from(results[0] ?? []);
        expect(
          judge(got, spmvReference({ coo, x, y, alpha: 1.5, beta: -0.5 }, precision), precision).errorRatio,
        ).toBeLessThanOrEqual(1);
      }
      await backend.dispose();
    },
  );
});
