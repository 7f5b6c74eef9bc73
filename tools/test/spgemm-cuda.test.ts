import { cuda } from '@spmv/backend-cuda';
import { serial } from '@spmv/backend-serial';
import type { BackendDescriptor, CooMatrix, MatrixKernel, Params, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { cudaCsr, jsCsr, spgemm } from '@spmv/spgemm';
import { matrixKernelCases } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { openCudaDriver } from '../../packages/backend-cuda/src/driver.ts';
import { interpretingAddon } from './interpreting-addon.ts';
import { FULL } from '../full-lane.ts';
import { needs } from '../needs.ts';

/** The CUDA backend over a device that is interpreted. */
const interpreted = (launched?: (entryPoint: string) => void): BackendDescriptor => ({
  ...cuda,
  probe: async () => ({ status: 'available', devices: [{ id: '0', name: 'an interpreted GPU' }] }) as never,
  open: (options) => openCudaDriver(options, undefined, interpretingAddon(launched)),
});

const built = (coo: CooMatrix): StoredMatrix => buildMatrix(csr, coo);

/** 3 × 1400, its second row full, and 1400 × 600 000 with two entries a row and 302 in the first: a row of C beyond every table, in three windows and in parts. */
const long = {
  A: built(
    cooFromEntries(
      { rows: 3, cols: 1400 },
      {
        rowIndex: [0, ...Array.from({ length: 1400 }, () => 1)],
        colIndex: [7, ...Array.from({ length: 1400 }, (_, l) => l)],
        values: [3, ...Array.from({ length: 1400 }, (_, l) => (l % 9) - 4)],
      },
    ),
  ),
  B: built(
    cooFromEntries(
      { rows: 1400, cols: 600_000 },
      {
        rowIndex: Array.from({ length: 3100 }, (_, k) => Math.max(0, k - 300) >> 1),
        colIndex: Array.from({ length: 3100 }, (_, k) =>
          k < 300 ? 9 + 3 * k : k % 2 === 0 ? 5 : 428 * ((k - 300) >> 1) + 1031,
        ),
        values: Array.from({ length: 3100 }, (_, k) => (k % 7) - 3),
      },
    ),
  ),
};

async function product(backend: BackendDescriptor, kernel: MatrixKernel, params: Params = {}) {
  const opened = await openBackend(backend);
  try {
    const operator = await opened.prepareMatrix({ operation: spgemm, kernel, matrices: long, formats: [csr], params });
    const results: StoredMatrix['arrays'][] = [];
    for (const alpha of [1, 2, -1]) {
      await operator.numeric({ alpha });
      const { values, ...positions } = (await operator.read()).arrays;
      // Of zeros the sign is not promised.
      results.push({ ...positions, values: Float64Array.from(values as Float64Array, (value) => value + 0) });
    }
    return { results, costs: operator.costs() };
  } finally {
    await opened.dispose();
  }
}

describe('sparse products on CUDA, instruction by instruction', needs('nvcc'), () => {
  it.each(FULL ? [{}, { roomBytes: 0, lanes: 32 }] : [{}])(
    'are right in a row beyond every table, with %j',
    async (params) => {
      const launched: string[] = [];
      const { results, costs } = await product(
        interpreted((entryPoint) => launched.push(entryPoint)),
        cudaCsr as MatrixKernel,
        params,
      );
      // Whole numbers: the same in any order.
      expect(results).toEqual((await product(serial, jsCsr as MatrixKernel)).results);
      expect(launched).toEqual(expect.arrayContaining(['spgemm_columns_long', 'spgemm_values_part_f64']));
      // The values are computed three times, and only what is counted is read.
      expect(launched.filter((name) => name === 'spgemm_values_part_f64')).toHaveLength(3);
      expect({ reads: costs.reads, readBytes: costs.readBytes }).toEqual({ reads: 2, readBytes: 288 });
      expect(launched.includes('spgemm_copy_rows')).toBe(!('roomBytes' in params));
    },
  );

  const quick = /\/(?:empty-0x0|one-full-row|middle-rows-empty|memory)$/u;
  const points = [{}, { roomBytes: 0, lanes: 16 }];
  const cases = matrixKernelCases({
    operation: spgemm,
    kernel: cudaCsr as MatrixKernel,
    backend: interpreted(),
    formats: [csr],
    points,
  });
  it.each(cases.filter(({ id, tier }) => tier === 'quick' && (FULL || quick.test(id))))('$id', async ({ run }) => {
    expect(await run({ coverage: 'few' })).toMatchObject({ status: 'passed' });
  });
});
