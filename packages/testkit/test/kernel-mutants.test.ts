import type { Kernel } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { ConformanceError, kernelCases } from '../src/index.ts';
import { kernelMutants } from './toy/kernel-mutants.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyFormat } from './toy/toy-format.ts';
import { toyKernel } from './toy/toy-kernel.ts';

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
});
