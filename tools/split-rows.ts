// Products of kernels in WGSL whose rows are split, where partial sums arrive in any order.
import type { CooMatrix, Params, Plugin } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { webgpu } from '@spmv/backend-webgpu';
import { describe, expect, it } from 'vitest';
import { needsBackend } from './needs.ts';

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

/** Id of a kernel, parameters of its format and its own, lengths of rows, columns. */
export type SplitRowCases = readonly [string, Params, Params, readonly number[], number];

const probe = await webgpu.probe();

/** Each product three times over: the same bits, and within the bound. */
export function describeSplitRows(plugins: readonly Plugin[], cases: readonly SplitRowCases[]): void {
  const registry = createRegistry(plugins);
  describe('split rows on webgpu', needsBackend('webgpu', probe), () => {
    it.each(cases)(
      'are put together in one order, product after product: %s %j %j',
      async (id, formatParams, params, lengths, cols) => {
        const coo = rowsOf(lengths, cols);
        const backend = await openBackend(webgpu);
        const kernel = registry.kernel(id);
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
          const dx = backend.vector(x, precision);
          const dy = backend.vector(y, precision);
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
}
