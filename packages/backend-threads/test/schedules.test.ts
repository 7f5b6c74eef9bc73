import type { Backend, SpmvKernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, createRegistry, judge, openBackend, spmvReference } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugin, threads } from '../src/index.ts';

const registry = createRegistry([formats, plugin]);

/** Rows × cols with entry k of `place`. */
function matrixOf(rows: number, cols: number, count: number, place: (k: number) => readonly [number, number]) {
  const places = Array.from({ length: count }, (_, k) => place(k));
  return cooFromEntries({ rows, cols }, { rowIndex: places.map(([i]) => i), colIndex: places.map(([, j]) => j), values: places.map((_, k) => Math.sin(k + 1)) });
}

const MATRICES = {
  'a giant row in the middle': matrixOf(500, 4000, 6000, (k) => (k < 4000 ? [250, k] : [(k * 37) % 500, (k * 11) % 4000])),
  'the giant row last, most rows empty': matrixOf(900, 3000, 3100, (k) => (k < 3000 ? [899, k] : [(k * 7) % 40, (k * 13) % 3000])),
  'fewer rows than threads': matrixOf(3, 700, 1500, (k) => [k % 3, (k * 17) % 700]),
  'one row': matrixOf(1, 900, 900, (k) => [0, k]),
  'one entry': matrixOf(40, 5, 1, () => [20, 3]),
};

describe('schedules', () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(threads);
  });
  afterAll(() => backend.dispose());

  for (const [name, a] of Object.entries(MATRICES)) {
    it.each<[id: string, order: string]>([['js/csr', ''], ['js/coo', ''], ['wasm/csr-simd', 'in-turn'], ['wasm/csr-simd', 'by-length'], ['wasm/csr-merge', 'in-turn'], ['wasm/csr-merge', 'by-length'], ['wasm/coo-simd', '']])(`${name}: %s %s with 1 to 8 threads`, async (id, order) => {
      const kernel = registry.kernel(id) as SpmvKernel;
      const { rows, cols } = a.shape;
      const x = Float64Array.from({ length: cols }, (_, j) => Math.cos(j));
      const y = Float64Array.from({ length: rows }, (_, i) => i - 3);
      const reference = spmvReference({ coo: a, x, y, alpha: 0.5, beta: -2 }, 'f64');
      const matrix = buildMatrix(registry.format(kernel.format), a);
      const dx = await backend.vector(x);
      const dy = await backend.vector(rows);
      for (const team of [1, 2, 3, 4, 5, 6, 7, 8]) {
        for (const params of [{ schedule: 'balanced' }, { schedule: 'static' }, { schedule: 'dynamic', chunk: 1 }, { schedule: 'dynamic', chunk: 97 }]) {
          const operator = await backend.prepare({ operation: 'spmv', matrix, kernel, params: { threads: team, ...params, ...(order === '' ? {} : { rows: order }) } });
          const results: number[][] = [];
          for (let run = 0; run < 3; run++) {
            await dy.write(y);
            operator.apply(dx, dy, 0.5, -2);
            results.push([...(await dy.read())]);
          }
          await operator.dispose();
          expect(judge(Float64Array.from(results[0] as number[]), reference, 'f64').errorRatio, `${team} threads, ${JSON.stringify(params)}`).toBeLessThanOrEqual(1);
          // The result depends on the ranges alone, not on which thread took them.
          expect(results[1]).toEqual(results[0]);
          expect(results[2]).toEqual(results[0]);
        }
      }
    });
  }
});
