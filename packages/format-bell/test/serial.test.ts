import type { SpmvKernel } from '@spmv/core';
import { buildMatrix, createRegistry, judge, openBackend, spmvReference } from '@spmv/core';
import { plugin as serialPlugin, serial } from '@spmv/backend-serial';
import { oneFullRow, powerLaw, randomUniform, randomVector } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { plugin } from '../src/index.ts';

const registry = createRegistry([plugin, serialPlugin]);
const kernels = registry.kernels({ format: 'bell', targets: serial.targets });
const matrices = [
  randomUniform({ rows: 70, cols: 33, density: 0.2, seed: 1 }), powerLaw({ rows: 300, cols: 200, seed: 2 }), oneFullRow({ rows: 65, cols: 40, seed: 3 }),
];

describe.each(kernels.map((kernel) => [kernel.id, kernel as SpmvKernel] as const))('%s', (_id, kernel) => {
  it.each([{}, { order: 'row' }, { blockRows: 4, blockCols: 3 }, { blockRows: 1, blockCols: 1 }])('multiplies within the bound with %o', async (params) => {
    const backend = await openBackend(serial);
    for (const a of matrices) {
      for (const { precision, accumulator } of kernel.precisions) {
        if (precision !== 'f64' && precision !== 'f32') continue;
        const matrix = buildMatrix(registry.format('bell'), a, { valueType: precision, params });
        const x = randomVector(a.shape.cols, { seed: 4, type: precision });
        const y = randomVector(a.shape.rows, { seed: 5, type: precision });
        const operator = await backend.prepare({ operation: 'spmv', matrix, kernel });
        const dx = await backend.vector(x);
        const dy = await backend.vector(y);
        operator.apply(dx, dy, -0.7, 0.3);
        expect(judge(await dy.read(), spmvReference({ coo: a, x, y, alpha: -0.7, beta: 0.3 }, precision), accumulator).errorRatio).toBeLessThanOrEqual(1);
      }
    }
    await backend.dispose();
  });
});
