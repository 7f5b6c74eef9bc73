import { buildMatrix, matrixStatistics, openBackend, spmv } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { generateMatrix } from '@spmv/testkit';
import { cpuRegistry } from './plugins.ts';
import type { Suite } from './suite.ts';

/** What a kernel makes of a stored matrix before its first product, copying it included. */
export async function analysis(): Promise<Suite> {
  const registry = cpuRegistry();
  const coo = generateMatrix('powerlaw', { rows: 50_000, meanPerRow: 8, maxPerRow: 5000 });
  const backend = await openBackend(serial);
  const kernels = ['js/csr', 'wasm/csr-simd', 'wasm/csr-merge', 'wasm/csr16-simd', 'wasm/coo-simd'];
  return {
    tasks: [
      { name: 'statistics of a matrix', run: () => matrixStatistics(coo) },
      ...kernels.map((id) => {
        const kernel = registry.kernel(id);
        const matrix = buildMatrix(registry.format(kernel.format ?? ''), coo);
        return {
          name: `prepare ${id}`,
          async run() {
            const operator = await backend.prepare({ operation: spmv, matrix, kernel });
            await operator.dispose();
          },
        };
      }),
    ],
    dispose: () => backend.dispose(),
  };
}
