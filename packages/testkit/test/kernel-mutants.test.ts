import type { Kernel } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { ConformanceError, kernelCases, runCases } from '../src/index.ts';
import { kernelMutants } from './toy/kernel-mutants.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyFormat } from './toy/toy-format.ts';
import { product, toyKernel } from './toy/toy-kernel.ts';

describe('a kernel that', () => {
  for (const { name, caughtBy, message = '', kernel, parts } of kernelMutants) {
    it(`${name} is caught by ${caughtBy}`, async () => {
      const cases = kernelCases({
        kernel: { ...toyKernel, ...kernel } as Kernel,
        format: toyFormat as never,
        backend: toyBackend(parts?.()),
      });
      const found = cases.find(({ id }) => id.endsWith(`@toy/queue/${caughtBy}`));
      expect(found, caughtBy).toBeDefined();
      const error: unknown = await found?.run().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConformanceError);
      expect((error as ConformanceError).message).toContain(message);
    });
  }

  it.each([1000, 100_000])('is wrong above %i rows does not pass the quick tier', async (rows) => {
    const backend = toyBackend({ product: (args) => product({ ...args, end: Math.min(args.end, rows) }) });
    const cases = kernelCases({ kernel: toyKernel as never, format: toyFormat as never, backend });
    const { cases: reports } = await runCases(cases, { subject: 'toy' });
    const failed = reports.filter(({ status }) => status === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(
      ['js/toy/padded@toy/queue/f64/sizes'].concat(rows < 4000 ? ['js/toy/padded@toy/queue/f32/sizes'] : []),
    );
    expect(failed[0]?.reason).toContain(`y[${rows}] is `);
  });
});
