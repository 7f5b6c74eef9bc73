import type { CooMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend, spmv, transposeCoo } from '@spmv/core';
import { judge, spmvReference } from '@spmv/core/oracle';
import { csr } from '@spmv/formats';
import { cpuKernels, createWasmKernels } from '@spmv/kernels-cpu';
import { describe, expect, it } from 'vitest';
import { threads } from '../src/index.ts';
import { MATRICES, SCHEDULES } from './uneven.ts';

const PRODUCTS = 1000;
/** Columns that many rows share, so that every worker has sums of most of them. */
const SHARED = cooFromEntries(
  { rows: 400, cols: 1300 },
  {
    rowIndex: Array.from({ length: 6000 }, (_, k) => k % 400),
    colIndex: Array.from({ length: 6000 }, (_, k) => (k * 37) % 1300),
    values: Array.from({ length: 6000 }, (_, k) => Math.sin(k + 1)),
  },
);

const xOf = ({ shape }: CooMatrix): Float64Array => Float64Array.from({ length: shape.rows }, (_, i) => Math.cos(i));
const yOf = ({ shape }: CooMatrix): Float64Array => Float64Array.from({ length: shape.cols }, (_, j) => Math.sin(j));

const KERNELS = [
  ...cpuKernels,
  ...createWasmKernels({ checked: true }).map((kernel) => ({ ...kernel, id: `${kernel.id} checked` })),
].filter(({ options, format }) => options?.['transpose'] === true && format === 'csr');

describe.each(KERNELS.map((kernel) => [kernel.id, kernel] as const))('%s', (_id, kernel) => {
  it(
    'gives the same bits in a thousand products of sixteen workers, in any order of arrival',
    { timeout: 600_000 },
    async () => {
      const backend = await openBackend(threads);
      const operator = await backend.prepare({
        operation: spmv,
        matrix: buildMatrix(csr, SHARED, { valueType: 'f64' }),
        kernel,
        params: { threads: 16 },
      });
      const [x, y] = [backend.vector(xOf(SHARED)), backend.vector(SHARED.shape.cols)];
      let first: Float64Array | undefined;
      for (let run = 0; run < PRODUCTS; run++) {
        operator.apply(x, y);
        const result = await y.read();
        first ??= result;
        if (!result.every((value, j) => Object.is(value, first?.[j]))) throw new Error(`product ${run} differs`);
      }
      const reference = spmvReference(
        { coo: transposeCoo(SHARED), x: xOf(SHARED), y: yOf(SHARED), alpha: 1, beta: 0 },
        'f64',
      );
      expect(judge(first as Float64Array, reference, 'f64').errorRatio).toBeLessThanOrEqual(1);
      await backend.dispose();
    },
  );

  it.each(Object.entries(MATRICES))('%s: is right with every team and schedule', async (_name, a) => {
    const backend = await openBackend(threads);
    const matrix = buildMatrix(csr, a, { valueType: 'f64' });
    const x = backend.vector(xOf(a));
    const y = backend.vector(a.shape.cols);
    const reference = spmvReference({ coo: transposeCoo(a), x: xOf(a), y: yOf(a), alpha: 0.5, beta: -2 }, 'f64');
    for (const team of [1, 2, 3, 7])
      for (const schedule of SCHEDULES) {
        const params = { threads: team, ...schedule };
        const operator = await backend.prepare({ operation: spmv, matrix, kernel, params });
        for (let run = 0; run < 3; run++) {
          await y.write(yOf(a));
          operator.apply(x, y, 0.5, -2);
          const { errorRatio } = judge(await y.read(), reference, 'f64');
          expect(errorRatio, JSON.stringify(params)).toBeLessThanOrEqual(1);
        }
        await operator.dispose();
      }
    await backend.dispose();
  });
});
