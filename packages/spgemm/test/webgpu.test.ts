import { createWebGpu, defaultHost, webgpu } from '@spmv/backend-webgpu';
import type { Backend, CooMatrix, MatrixKernel } from '@spmv/core';
import { buildMatrix, cooFromEntries, isSpmvError, openBackend } from '@spmv/core';
import { serial } from '@spmv/backend-serial';
import { csr } from '@spmv/formats';
import { createSession, matrixKernelCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { needsBackend } from '../../../tools/needs.ts';
import { again, FULL } from '../../../tools/runner.ts';
import {
  galerkin,
  jsCsr,
  spgeam,
  spgemm,
  spgemmAdd,
  spgemmMasked,
  wgslAddCsr,
  wgslCsr,
  wgslGalerkinCsr,
  wgslMaskedCsr,
  wgslUnionCsr,
} from '../src/index.ts';

const probe = await webgpu.probe();
const kernel = wgslCsr as MatrixKernel;

/** The same adapter with so little workgroup memory that tables are for 64 entries, or 160 words, and windows for 2^14 columns. */
const cramped = createWebGpu({
  title: 'little workgroup memory',
  async acquire(options) {
    const handle = await defaultHost.acquire(options);
    const { adapter } = handle;
    const limits = new Proxy(adapter.limits, {
      get: (target, name) =>
        name === 'maxComputeWorkgroupStorageSize' ? 6144 : (Reflect.get(target, name, target) as unknown),
    });
    const { info, features } = adapter;
    return { ...handle, adapter: { info, features, limits, requestDevice: (wanted) => adapter.requestDevice(wanted) } };
  },
});

/** One device for all that is tried on it: it keeps what was compiled. */
const session = createSession(cramped);
const tried = { operation: spgemm, kernel, formats: [csr] };

if (probe.available) {
  // A software adapter takes a third of a second to compile a table of each size: few sizes in the quick lane.
  const quick = /\/(?:product\/(?:dense|middle-rows-empty|no-columns|empty-0x0)|memory)$/u;
  const cases = matrixKernelCases({ ...tried, backend: cramped, session });
  register(
    cases.filter(({ id }) => FULL || quick.test(id)),
    again,
    { name: 'conformance with little workgroup memory', tiers: ['quick'] },
  );
  const others = [
    { operation: spgeam, kernel: wgslUnionCsr as MatrixKernel },
    { operation: spgemmMasked, kernel: wgslMaskedCsr as MatrixKernel },
    { operation: spgemmAdd, kernel: wgslAddCsr as MatrixKernel },
    { operation: galerkin, kernel: wgslGalerkinCsr as MatrixKernel },
  ].flatMap((one) => matrixKernelCases({ ...one, formats: [csr], backend: cramped, session }));
  const quickOfOthers = /\/(?:product\/(?:one-full-row|middle-rows-empty|no-entries)|memory)$/u;
  register(
    others.filter(({ id }) => FULL || quickOfOthers.test(id)),
    again,
    { name: 'conformance of the other operations', tiers: ['quick'] },
  );
  if (FULL) {
    const points = [{}, { lanes: 32, blockSize: 32 }, { lanes: 8, blockSize: 256 }];
    // A software adapter adds up some 10⁵ products a second, and those of thousands of rows have 10⁷ in each of two dozen products: a device has them, by tools/device/conform.ts.
    const large = /-\d{4,}$/u;
    register(
      matrixKernelCases({ ...tried, backend: webgpu, points }).filter(({ id }) => !large.test(id)),
      again,
      { name: 'conformance', tiers: ['quick', 'full'] },
    );
  }
}

/**
 * B has two entries a row, and 92 in the first. Rows of C have more entries than any table is for: row 0 is that of B, row 1 has more words of columns than a table is for, too, and row 2 has not. They are computed in parts, and row 1 is
 * counted in windows. Whole numbers: the same in any order.
 */
const A = cooFromEntries(
  { rows: 3, cols: 300 },
  {
    rowIndex: [0, ...Array.from({ length: 300 }, () => 1), 2, 2],
    colIndex: [0, ...Array.from({ length: 300 }, (_, l) => l), 0, 1],
    values: [3, ...Array.from({ length: 300 }, (_, l) => (l % 9) - 4), 2, 1],
  },
);
const B = cooFromEntries(
  { rows: 300, cols: 40_000 },
  {
    rowIndex: Array.from({ length: 690 }, (_, k) => Math.max(0, k - 90) >> 1),
    colIndex: Array.from({ length: 690 }, (_, k) =>
      k < 90 ? 9 + 3 * k : k % 2 === 0 ? 5 : 128 * ((k - 90) >> 1) + 1031,
    ),
    values: Array.from({ length: 690 }, (_, k) => (k % 7) - 3),
  },
);

const column = (rows: number): CooMatrix =>
  cooFromEntries(
    { rows, cols: 1 },
    {
      rowIndex: Int32Array.from({ length: rows }, (_, i) => i),
      colIndex: new Int32Array(rows),
      values: new Float64Array(rows).fill(1),
    },
  );
const row = (cols: number): CooMatrix => {
  const { rowIndex, colIndex, values } = column(cols);
  return cooFromEntries({ rows: 1, cols }, { rowIndex: colIndex, colIndex: rowIndex, values });
};

const product = (on: Backend, by: MatrixKernel, first: CooMatrix, second: CooMatrix) =>
  on.prepareMatrix({
    operation: spgemm,
    kernel: by,
    matrices: {
      A: buildMatrix(csr, first, { valueType: 'f32' }),
      B: buildMatrix(csr, second, { valueType: 'f32' }),
    },
    formats: [csr],
  });

describe('sparse products on WebGPU', needsBackend('webgpu', probe), () => {
  it('are right in a row beyond every table', () =>
    session.use(async (backend) => {
      const host = await openBackend(serial);
      const [ours, right] = [await product(backend, kernel, A, B), await product(host, jsCsr as MatrixKernel, A, B)];
      // Values are computed three times, and only what is counted is read.
      for (const alpha of [1, 2, -1]) {
        await ours.numeric({ alpha });
        await right.numeric({ alpha });
        expect((await ours.read()).arrays).toEqual((await right.read()).arrays);
      }
      const { reads, readBytes } = ours.costs();
      expect({ reads, readBytes }).toEqual({ reads: 2, readBytes: 80 });
      await ours.dispose();
      await host.dispose();
    }));

  it('of too many entries are refused with their number', () =>
    session.use(async (backend) => {
      const large = await product(backend, kernel, column(3000), row(1_440_000));
      const error: unknown = await large.symbolic().catch((thrown: unknown) => thrown);
      expect([isSpmvError(error, 'KERNEL.REFUSED'), String(error)]).toEqual([
        true,
        expect.stringContaining('4320000000') as string,
      ]);
      await large.dispose();
    }));
});
