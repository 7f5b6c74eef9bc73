import { availableParallelism } from 'node:os';
import { serial } from '@spmv/backend-serial';
import { threads } from '@spmv/backend-threads';
import type { MatrixKernel, StoredMatrix } from '@spmv/core';
import { buildMatrix, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { rowProductKernel } from '@spmv/kernels-native';
import { jsCsr, spgemm, wasmCsr } from '@spmv/spgemm';
import { generateMatrix } from '@spmv/testkit';
import type { Suite, SuiteTask } from './suite.ts';

/** What is multiplied with itself: names of generators and their options. */
const MATRICES = [
  ['stencil27', { n: 64 }],
  ['stencil7', { n: 128 }],
  ['stencil5', { n: 1024 }],
  ['random', { rows: 1_000_000, perRow: 8 }],
  ['powerlaw', { rows: 300_000, meanPerRow: 8 }],
] as const;

const KERNELS = [jsCsr, wasmCsr, rowProductKernel()] as readonly MatrixKernel[];

/** C ← A·A of large matrices, symbolic and numeric phase and memory for C: an operator is made for each run, and its copies of A are not timed. */
export async function sparseProducts(): Promise<Suite> {
  const backends = { serial: await openBackend(serial), threads: await openBackend(threads) };
  const tasks = MATRICES.flatMap(([generator, options]) => {
    let matrix: StoredMatrix | undefined;
    return Object.entries(backends).flatMap(([name, backend]) =>
      KERNELS.map((kernel): SuiteTask => {
        const workers = name === 'threads' ? ` of ${availableParallelism()}` : '';
        return {
          name: `${generator} ${kernel.id} ${name}${workers}`,
          async run() {
            matrix ??= buildMatrix(csr, generateMatrix(generator, options));
            const matrices = { A: matrix, B: matrix };
            const request = { operation: spgemm, kernel, matrices, formats: [csr], trusted: true };
            const product = await backend.prepareMatrix(request);
            try {
              const begin = performance.now();
              await product.numeric();
              return { overriddenDuration: performance.now() - begin };
            } finally {
              await product.dispose();
            }
          },
        };
      }),
    );
  });
  return {
    tasks,
    async dispose() {
      await backends.threads.dispose();
      await backends.serial.dispose();
    },
  };
}
