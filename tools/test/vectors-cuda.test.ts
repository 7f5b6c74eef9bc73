import type { Backend, Kernel } from '@spmv/core';
import { openBackend } from '@spmv/core';
import { cudaKernels, gatherKernels } from '@spmv/vectors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listOf } from '../../packages/vectors/src/kernels/variants.ts';
import { productOf } from '../../packages/vectors/test/problems.ts';
import { safetyCases, unseenCases } from '../../packages/vectors/test/unseen.ts';
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
});
