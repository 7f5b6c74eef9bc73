import type { Kernel } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { ConformanceError, kernelCases, runCases } from '../src/index.ts';
import { kernelMutants } from './toy/kernel-mutants.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyFormat } from './toy/toy-format.ts';
import type { ToyFunction } from './toy/toy-kernel.ts';
import { finish, product, rowSum, toyKernel } from './toy/toy-kernel.ts';

/** The product of which `change` makes other sums of rows. */
function summing(change: (sum: number, row: { readonly length: number }) => number): ToyFunction {
  return (args) => {
    for (let i = args.begin; i < args.end; i++)
      finish(args, i, change(rowSum(args, i), { length: args.arrays.rowLength[i] as number }));
  };
}

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

  it.each<[string, ToyFunction, string]>([
    ['drops the end of rows longer than 5,000', summing((sum, { length }) => (length > 5000 ? sum / 2 : sum)), 'sizes'],
    ['is wrong for rows of 1,023', summing((sum, { length }) => (length === 1023 ? sum / 2 : sum)), 'sizes'],
    ['is wrong for beta = 2', (args) => product({ ...args, beta: args.beta === 2 ? 1 : args.beta }), 'product/'],
    [
      'is wrong for alpha = 1.7',
      (args) => product({ ...args, alpha: args.alpha === 1.7 ? 1 : args.alpha }),
      'product/',
    ],
    [
      'takes a small alpha for 0',
      (args) => product({ ...args, alpha: Math.abs(args.alpha) < 1e-30 ? 0 : args.alpha }),
      'product/',
    ],
    ['takes a small sum for 1', summing((sum) => (sum !== 0 && Math.abs(sum) < 1e-310 ? 1 : sum)), 'small-numbers'],
    ['takes a small sum for 0', summing((sum) => (Math.abs(sum) < 1e-310 ? 0 : sum)), 'small-numbers'],
    [
      'reads x[0] = -0 as 1',
      (args) => product({ ...args, x: args.x.map((value, j) => (j === 0 && Object.is(value, -0) ? 1 : value)) }),
      'small-numbers',
    ],
  ])('%s is caught', async (_name, run, caughtBy) => {
    const inKind = (stored?: 'f64'): Kernel =>
      ({
        ...toyKernel,
        precisions: [{ precision: 'f64', accumulator: 'f64', ...(stored ? { stored } : {}) }],
      }) as never;
    // Values stored as they are make it a variant, of which the cases of any operation are asked.
    const kinds = caughtBy === 'small-numbers' ? [inKind()] : [inKind(), inKind('f64')];
    for (const kernel of kinds) {
      const cases = kernelCases({ kernel, format: toyFormat as never, backend: toyBackend({ product: run }) });
      const asked = cases.filter(({ id }) => id.includes(`/${caughtBy}`) || id.includes('/operation/'));
      const { cases: reports } = await runCases(asked, { subject: 'toy' });
      const failed = reports.filter(({ status }) => status === 'failed');
      expect(failed.map(({ id }) => id)).not.toEqual([]);
      for (const { reason } of failed) expect(reason).toContain('seed 1,');
    }
  });

  it.each([1000, 100_000])('is wrong above %i rows does not pass the quick tier', async (rows) => {
    const backend = toyBackend({ product: (args) => product({ ...args, end: Math.min(args.end, rows) }) });
    const cases = kernelCases({ kernel: toyKernel as never, format: toyFormat as never, backend });
    const { cases: reports } = await runCases(cases, { subject: 'toy' });
    const failed = reports.filter(({ status }) => status === 'failed');
    expect(failed.map(({ id }) => id)).toEqual(
      ['f64', ...(rows < 4000 ? ['f32'] : [])].map((precision) => `js/toy/padded@toy/queue/${precision}/sizes`),
    );
    expect(Number(/y\[(\d+)\] is /.exec(failed[0]?.reason ?? '')?.[1])).toBeGreaterThanOrEqual(rows);
  });
});
