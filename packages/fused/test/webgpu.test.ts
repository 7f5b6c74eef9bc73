import type { Backend, Kernel, SparseFormat } from '@spmv/core';
import { webgpu } from '@spmv/backend-webgpu';
import { cooFromEntries, openBackend } from '@spmv/core';
import { sell } from '@spmv/format-sell';
import { csr } from '@spmv/formats';
import { createSession, kernelCases, register } from '@spmv/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fused, wgslCsr, wgslSell } from '../src/index.ts';
import { productOf } from './problems.ts';
import { needsBackend } from '../../../tools/needs.ts';
import { runner, triable } from '../../../tools/runner.ts';

// A software adapter compiles slowly: few points here, all of them on a device (tools/device).
const params = { blockSize: [64], threadsPerRow: [2, 32], C: [4, 32], sigma: [1, 256], alignment: [1] };
const kernelsOf = (endings: object): readonly Kernel[] => Object.values(endings) as readonly Kernel[];
const session = createSession(webgpu);
const subject = (kernel: Kernel, format: SparseFormat, precisions: readonly ('f32' | 'df64' | 'c64')[]) =>
  kernelCases({ kernel, format, operation: fused, backend: webgpu, session, params, precisions });

// dot-norm has what dot and norm have.
register(
  await triable(
    [webgpu],
    [
      ...kernelsOf(wgslCsr).flatMap((kernel) => subject(kernel, csr as SparseFormat, ['f32'])),
      ...subject(wgslCsr['dot-norm'] as unknown as Kernel, csr as SparseFormat, ['df64', 'c64']),
      ...subject(wgslCsr.axpy as unknown as Kernel, csr as SparseFormat, ['c64']),
      ...[wgslSell['dot-norm'], wgslSell.axpy].flatMap((kernel) =>
        subject(kernel as unknown as Kernel, sell as SparseFormat, ['f32']),
      ),
    ],
  ),
  runner,
);

const probe = await webgpu.probe();
describe('what is not to be seen', needsBackend('webgpu', probe), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(webgpu);
  });
  afterAll(() => backend.dispose());

  it.each([...kernelsOf(wgslCsr), ...kernelsOf(wgslSell)].map((kernel) => [kernel.id, kernel] as const))(
    'is not: %s',
    async (_id, kernel) => {
      const coo = cooFromEntries(
        { rows: 3, cols: 2 },
        { rowIndex: [0, 1, 2], colIndex: [0, 1, 0], values: [Number.NaN, 2, 3] },
      );
      const bad = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);
      const right = { ...coo, values: Float64Array.of(1, 2, 3) };
      for (const given of [
        { coo, scalars: { alpha: 0, beta: 2 }, buffers: { x: bad(2) } },
        { coo: right, scalars: { alpha: 2, beta: 0, delta: 0 }, buffers: { y: bad(3), w: bad(3) } },
      ])
        for (const [name, report] of Object.entries(
          (await productOf(backend, { kernel, precision: 'f32', ...given })).reports,
        ))
          expect([name, report.failures, report.unjudged]).toEqual([name, 0, 0]);
    },
  );
});
