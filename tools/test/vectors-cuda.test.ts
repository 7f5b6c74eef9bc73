import type { Backend, Kernel } from '@spmv/core';
import { complexFromEntries, createRegistry, openBackend } from '@spmv/core';
import { deviceSystem, hostSystem, solve } from '@spmv/solvers';
import { cudaKernels, gatherKernels } from '@spmv/vectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOf } from '../../packages/vectors/src/kernels/variants.ts';
import { productOf } from '../../packages/vectors/test/problems.ts';
import { complexCases, distance, safetyCases, unseenCases } from '../../packages/vectors/test/unseen.ts';
import { gpuPlugins } from '../device/plugins.ts';
import { needs } from '../needs.ts';
import { interpretedCuda } from './interpreting-addon.ts';

const KERNELS = [...listOf(cudaKernels), gatherKernels[1]] as unknown as readonly Kernel[];

describe('vector work on an interpreted device', needs('nvcc'), () => {
  let backend: Backend;
  beforeAll(async () => {
    backend = await openBackend(interpretedCuda());
  });
  afterAll(() => backend.dispose());

  it.each(KERNELS.map((kernel) => [kernel.id, kernel] as const))(
    '%s is right in every precision where packs and blocks end',
    async (_id, kernel) => {
      for (const { precision } of kernel.precisions)
        for (const n of kernel.operation === 'scalar' ? [1] : [0, 3, 130]) {
          const params = kernel.params.axes['blockSize'] ? { blockSize: 32 } : {};
          const { reports } = await productOf(backend, { kernel, n, precision, params });
          for (const [name, { failures }] of Object.entries(reports))
            expect([precision, n, name, failures]).toEqual([precision, n, name, 0]);
        }
    },
  );

  it.each(unseenCases([cudaKernels]))('%s', async (_name, given) => {
    const { reports } = await productOf(backend, { ...given, precision: 'c128' });
    for (const [name, report] of Object.entries(reports))
      expect([name, report.failures, report.unjudged, Number.isFinite(report.got)]).toEqual([name, 0, 0, true]);
  });

  it.each(safetyCases([cudaKernels]))('%s', async (_name, given, expected) => {
    const { results, reports } = await productOf(backend, { ...given, precision: 'c128' });
    expect([results['s']?.[0], reports['s']?.failures]).toEqual([expected, 0]);
  });

  it.each(complexCases([cudaKernels]))('%s', async (_name, given, expected) => {
    for (const precision of ['c128', 'c64'] as const) {
      const { results, reports } = await productOf(backend, { ...given, precision });
      expect([distance(results['s'] ?? [], expected) < 1e-6, reports['s']?.failures]).toEqual([true, 0]);
    }
  });

  it('solves a complex system, whose numbers are read together', async () => {
    const n = 12;
    const beside = Array.from({ length: n - 1 }, (_, i) => i);
    const coo = complexFromEntries(
      { rows: n, cols: n },
      {
        rowIndex: [...beside, ...beside.map((i) => i + 1), ...beside, n - 1],
        colIndex: [...beside.map((i) => i + 1), ...beside, ...beside, n - 1],
        values: Array.from({ length: 3 * n - 2 }, (_, k) => (k < 2 * (n - 1) ? [-1, 0.25] : [4, 2])).flat(),
      },
    );
    const system = await deviceSystem({ backend, registry: createRegistry(gpuPlugins), coo, precision: 'c128' });
    const b = Float64Array.from({ length: 2 * n }, (_, k) => Math.cos(k * k));
    const { x, place, converged } = await solve(system, b, { method: 'bicgstab', M: 'jacobi', rtol: 1e-10 });
    const host = await hostSystem(coo);
    const there = await solve(host, b, { method: 'gmres', M: 'none', rtol: 1e-12 });
    expect([converged, place.includes('c128')]).toEqual([true, true]);
    expect(Math.max(...x.map((value, k) => Math.abs(value - there.x[k])))).toBeLessThan(1e-9);
    for (const one of [system, host]) await one.dispose();
  });
});
