import type { Backend, CooMatrix } from '@spmv/core';
import { buildMatrix, openBackend, spmv } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { threads } from '@spmv/backend-threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plugin, symmetric, wasmSymmetric } from '../src/index.ts';
import { MATRICES } from './matrices.ts';
import { FULL } from '../../../tools/full-lane.ts';

const PRODUCTS = FULL ? 1000 : 30;

const xOf = ({ shape }: CooMatrix): Float64Array => Float64Array.from({ length: shape.rows }, (_, i) => Math.cos(i));
const yOf = ({ shape }: CooMatrix): Float64Array => Float64Array.from({ length: shape.rows }, (_, i) => Math.sin(i));

const KERNELS = [
  ...(plugin.kernels ?? []).filter(({ target }) => target === 'js' || target === 'wasm'),
  { ...wasmSymmetric({ checked: true }), id: 'wasm/symmetric checked' },
];

// Sixteen workers take most of the time to start.
let backend: Backend;
beforeAll(async () => {
  backend = await openBackend(threads);
});
afterAll(() => backend.dispose());

describe.each(KERNELS.map((kernel) => [kernel.id, kernel] as const))('%s', (_id, kernel) => {
  it('gives the same bits in products of sixteen workers, in any order of arrival', { timeout: 600_000 }, async () => {
    const coo = MATRICES['anywhere'] as CooMatrix;
    const matrix = buildMatrix(symmetric, coo);
    const operator = await backend.prepare({ operation: spmv, matrix, kernel, params: { threads: 16 } });
    const [x, y] = [backend.vector(xOf(coo)), backend.vector(coo.shape.rows)];
    let first: Float64Array | undefined;
    for (let run = 0; run < PRODUCTS; run++) {
      operator.apply(x, y);
      const result = await y.read();
      first ??= result;
      if (!result.every((value, i) => Object.is(value, first?.[i]))) throw new Error(`product ${run} differs`);
    }
    const reference = spmvReference({ coo, x: xOf(coo), y: yOf(coo), alpha: 1, beta: 0 }, 'f64');
    expect(judge(first as Float64Array, reference, 'f64').errorRatio).toBeLessThanOrEqual(1);
    await operator.dispose();
  });

  it('is right with every team on every matrix, whatever the schedule', { timeout: 600_000 }, async () => {
    for (const [name, coo] of Object.entries(MATRICES)) {
      const matrix = buildMatrix(symmetric, coo);
      const x = backend.vector(xOf(coo));
      const y = backend.vector(coo.shape.rows);
      const reference = spmvReference({ coo, x: xOf(coo), y: yOf(coo), alpha: 0.5, beta: -2 }, 'f64');
      for (const params of [
        { threads: 1 },
        { threads: 2, schedule: 'static' },
        { threads: 3, schedule: 'dynamic', chunk: 1 },
        { threads: 7 },
      ]) {
        const operator = await backend.prepare({ operation: spmv, matrix, kernel, params });
        for (let run = 0; run < 3; run++) {
          await y.write(yOf(coo));
          operator.apply(x, y, 0.5, -2);
          const { errorRatio } = judge(await y.read(), reference, 'f64');
          expect(errorRatio, `${name} ${JSON.stringify(params)}`).toBeLessThanOrEqual(1);
        }
        await operator.dispose();
      }
    }
  });
});
