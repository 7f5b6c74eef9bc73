import { availableParallelism } from 'node:os';
import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { Backend, PrepareRequest } from '@spmv/core';
import { buildMatrix, createRegistry, isSpmvError, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { plugin as native } from '@spmv/kernels-native';
import { generateMatrix } from '@spmv/testkit';
import type { Suite, SuiteTask } from './suite.ts';

/** Products of a task: below a microsecond each, so the loop around one would count. */
const PRODUCTS = 100;

/** The operator, or none where the compiled code of its kernel is not there. */
async function prepareIfAvailable(backend: Backend, request: PrepareRequest) {
  try {
    return await backend.prepare(request);
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return undefined;
    throw error;
  }
}

/** What a product costs beside its entries: one row for each thread. */
export async function dispatch(): Promise<Suite> {
  const registry = createRegistry([formats, serialPlugin, native]);
  const backends = { serial: await openBackend(serial), threads: await openBackend(threads) };
  const tasks: SuiteTask[] = [];
  const rows = availableParallelism();
  const matrix = buildMatrix(registry.format('csr'), generateMatrix('diagonal', { rows }));
  for (const [name, backend] of Object.entries(backends)) {
    for (const id of ['js/csr', 'wasm/csr-simd', 'native/csr']) {
      const x = backend.vector(new Float64Array(rows).fill(1));
      const y = backend.vector(rows);
      for (const schedule of name === 'threads' ? ['balanced', 'static', 'dynamic'] : [undefined]) {
        const operator = await prepareIfAvailable(backend, {
          operation: spmv,
          matrix,
          kernel: registry.kernel(id),
          params: schedule === undefined ? {} : { schedule },
        });
        if (!operator) continue;
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
