import { serial } from '@spmv/backend-serial';
import { createWebGpu, defaultHost, webgpu } from '@spmv/backend-webgpu';
import type { BackendDescriptor, CooMatrix, MatrixKernel, Params, StoredMatrix } from '@spmv/core';
import { buildMatrix, cooFromEntries, openBackend } from '@spmv/core';
import { csr } from '@spmv/formats';
import { matrixKernelCases, register } from '@spmv/testkit';
import { describe, expect, it } from 'vitest';
import { needsBackend } from '../../../tools/needs.ts';
import { FULL, runner } from '../../../tools/runner.ts';
import { jsCsr, spgemm, wgslCsr } from '../src/index.ts';
import { longRow } from './long.ts';

const probe = await webgpu.probe();

/** The adapter with so little workgroup memory that tables are for 64 entries, and windows for 2^14 columns. */
const cramped: BackendDescriptor = createWebGpu({
  title: 'little workgroup memory',
  async acquire(options) {
    const handle = await defaultHost.acquire(options);
    const limits = new Proxy(handle.adapter.limits, {
      get: (target, name) => (name === 'maxComputeWorkgroupStorageSize' ? 6144 : Reflect.get(target, name, target)),
    });
    const { info, features } = handle.adapter;
    const requestDevice: typeof handle.adapter.requestDevice = (wanted) => handle.adapter.requestDevice(wanted);
    return { ...handle, adapter: { info, features, limits, requestDevice } };
  },
});

const built = (coo: CooMatrix): StoredMatrix => buildMatrix(csr, coo, { valueType: 'f32' });

async function made(
  backend: BackendDescriptor,
  kernel: MatrixKernel,
  { A, B }: { readonly A: CooMatrix; readonly B: CooMatrix },
  params: Params = {},
) {
  const opened = await openBackend(backend);
  try {
    const matrices = { A: built(A), B: built(B) };
    const product = await opened.prepareMatrix({ operation: spgemm, kernel, matrices, formats: [csr], params });
    const arrays: StoredMatrix['arrays'][] = [];
    for (const alpha of [1, 2, -1]) {
      await product.numeric({ alpha });
      arrays.push((await product.read()).arrays);
    }
    return { arrays, costs: product.costs() };
  } finally {
    await opened.dispose();
  }
}

describe('sparse products on WebGPU', needsBackend('webgpu', probe), () => {
  it('are right in rows beyond every table', async () => {
    const { arrays, costs } = await made(cramped, wgslCsr as MatrixKernel, longRow);
    const right = await made(serial, jsCsr as MatrixKernel, longRow);
    expect(arrays).toEqual(right.arrays);
    expect({ reads: costs.reads, readBytes: costs.readBytes }).toEqual({ reads: 2, readBytes: 80 });
  });
});
