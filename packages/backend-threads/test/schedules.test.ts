import type { Backend, CooMatrix, Kernel } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { plugin as formats } from '@spmv/formats';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openThreadsDriver } from '../src/driver.ts';
import { plugin, threads } from '../src/index.ts';
import { withoutWorkers } from './without-workers.ts';
import { KERNELS, MATRICES, SCHEDULES, TEAMS } from './uneven.ts';

const registry = createRegistry([formats, plugin]);

/** Results of three products with every team and schedule. */
async function resultsOf(
  backend: Backend,
  a: CooMatrix,
  kernel: Kernel,
  order: string,
  teams: readonly number[] = TEAMS,
): Promise<ReadonlyMap<string, readonly Float64Array[]>> {
  const { rows, cols } = a.shape;
  const matrix = buildMatrix(registry.format(kernel.format ?? ''), a);
  const dx = backend.vector(Float64Array.from({ length: cols }, (_, j) => Math.cos(j)));
  const dy = backend.vector(rows);
  const results = new Map<string, readonly Float64Array[]>();
  for (const team of teams) {
    for (const params of SCHEDULES) {
      const operator = await backend.prepare({
        operation: spmv,
        matrix,
        kernel,
        params: { threads: team, ...params, ...(order === '' ? {} : { rows: order }) },
      });
      const runs: Float64Array[] = [];
      for (let run = 0; run < 3; run++) {
        await dy.write(Float64Array.from({ length: rows }, (_, i) => i - 3));
        operator.apply(dx, dy, 0.5, -2);
        runs.push(await dy.read());
      }
      await operator.dispose();
      results.set(`${team} threads, ${JSON.stringify(params)}`, runs);
    }
  }
  return results;
}

describe('schedules', () => {
  let backend: Backend;
  let alone: Backend;
  beforeAll(async () => {
    backend = await openBackend(threads);
    alone = await openBackend(withoutWorkers);
  });
  afterAll(async () => Promise.all([backend.dispose(), alone.dispose()]));

  for (const [name, a] of Object.entries(MATRICES)) {
    it.each(KERNELS)(
      `${name}: %s %s with 1 to 8 threads, and by the caller alone while its workers are stopped`,
      async (id, order) => {
        const kernel = registry.kernel(id) as Kernel;
        const reference = spmvReference(
          {
            coo: a,
            x: Float64Array.from({ length: a.shape.cols }, (_, j) => Math.cos(j)),
            y: Float64Array.from({ length: a.shape.rows }, (_, i) => i - 3),
            alpha: 0.5,
            beta: -2,
          },
          'f64',
        );
        const together = await resultsOf(backend, a, kernel, order);
        const byCaller = await resultsOf(alone, a, kernel, order);
        for (const [how, runs] of together) {
          expect(judge(runs[0] as Float64Array, reference, 'f64').errorRatio, how).toBeLessThanOrEqual(1);
          // The result depends on the parts alone, not on which thread took them.
          for (const again of [...runs, ...(byCaller.get(how) ?? [])]) expect(again, how).toEqual(runs[0]);
          expect(byCaller.get(how)).toHaveLength(3);
        }
      },
    );
  }
});

it.each(['js/csr', 'js/csr64'])('%s over arrays outside the heap is the same in every worker', async (id) => {
  const kernel = registry.kernel(id);
  const a = MATRICES['a giant row in the middle'];
  const inHeap = await openBackend(threads);
  const outside = await openBackend({ ...threads, open: (options) => openThreadsDriver(options, 1) });
  const [expected, found] = [await resultsOf(inHeap, a, kernel, '', [3]), await resultsOf(outside, a, kernel, '', [3])];
  expect(found).toEqual(expected);
  await Promise.all([inHeap.dispose(), outside.dispose()]);
});
