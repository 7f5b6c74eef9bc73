import { availableParallelism } from 'node:os';
import { buildMatrix, openBackend, spmv } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import { generateMatrix } from '@spmv/testkit';
import { cpuRegistry } from './plugins.ts';
import type { Suite, SuiteTask } from './suite.ts';

/** Products of a task: below a microsecond each, so the loop around one would count. */
const PRODUCTS = 100;

/** What a product costs beside its entries: one row for each thread. */
export async function dispatch(): Promise<Suite> {
  const registry = cpuRegistry();
  const backends = { serial: await openBackend(serial), threads: await openBackend(threads) };
  const tasks: SuiteTask[] = [];
  const rows = availableParallelism();
  const matrix = buildMatrix(registry.format('csr'), generateMatrix('diagonal', { rows }));
  for (const [name, backend] of Object.entries(backends)) {
    for (const id of ['js/csr', 'wasm/csr-simd']) {
      const x = await backend.vector(new Float64Array(rows).fill(1));
      const y = await backend.vector(rows);
      for (const schedule of name === 'threads' ? ['balanced', 'static', 'dynamic'] : [undefined]) {
        const operator = await backend.prepare({
          operation: spmv,
          matrix,
          kernel: registry.kernel(id),
          params: schedule === undefined ? {} : { schedule },
        });
        tasks.push({
          name: [name, id, schedule ?? ''].join(' ').trimEnd(),
          parts: PRODUCTS,
          run() {
            for (let p = 0; p < PRODUCTS; p++) operator.apply(x, y);
          },
        });
      }
    }
  }
  return {
    tasks,
    async dispose() {
      await backends.threads.dispose();
      await backends.serial.dispose();
    },
  };
}
