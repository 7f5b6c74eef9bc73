import type { BackendDescriptor, JsSpmvFunction } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import type { ConformanceReport } from '../src/index.ts';
import { backendCases, pluginCases } from '../src/index.ts';
import { failures, runCases } from './run-kit.ts';
import type { ToyParts } from './toy/toy-backend.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyFormat } from './toy/toy-format.ts';
import type { ToyFunction } from './toy/toy-kernel.ts';
import { product, toyKernel } from './toy/toy-kernel.ts';
import { toyPlugin } from './toy/toy-plugin.ts';

const shortAbove100 = (value: number): number => (Math.abs(value) > 100 ? Math.fround(value) : value);

/** Backends that say they multiply. */
const lies: Readonly<Record<string, Partial<ToyParts>>> = {
  'does nothing': { product: () => {} },
  'swaps the order of two products': {
    inOrder: (works) => works.map((work, k) => works[k % 2 === 0 ? k + 1 : k - 1] ?? work),
  },
  'drops the last row': {
    product: ((args) => product({ ...args, end: Math.min(args.end, args.rows - 1) })) satisfies ToyFunction,
  },
  'ignores beta': {
    product: ((args) => product({ ...args, beta: 0 })) satisfies ToyFunction as JsSpmvFunction as ToyFunction,
  },
  'is wrong above 3,000 rows': {
    product: ((args) => product({ ...args, end: Math.min(args.end, 3000) })) satisfies ToyFunction,
  },
};

function report(backend: BackendDescriptor, more: Parameters<typeof backendCases>[1] = {}): Promise<ConformanceReport> {
  return runCases(backendCases(backend, more), { subject: backend.id });
}

const given = { formats: [toyFormat as never], kernels: [toyKernel as never] };

describe('a backend that', () => {
  it.each(Object.entries(lies))('%s does not conform', async (_name, parts) => {
    const cases = backendCases(toyBackend(parts), given).filter(({ id }) => !id.includes('/f32/'));
    expect(await failures(cases, { subject: 'toy' })).toBe(1);
  });

  it.each(Object.entries(lies))('%s does not conform either where nobody gives it a kernel', async (_name, parts) => {
    const found = await report(toyBackend(parts));
    expect(found.conforms).toBe(false);
    expect(found.cases.find(({ id }) => id === 'toy/queue/multiplies')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('no kernel in js with its format was given') as string,
    });
  });

  it('tells the truth conforms with a kernel, and its products are counted', async () => {
    const found = await report(toyBackend(), given);
    expect(found).toMatchObject({ conforms: true, reasons: [] });
    expect(found.products['toy/queue']).toBeGreaterThan(1000);
  });

  it('tells the truth does not conform without a kernel: nothing shows it', async () => {
    expect((await report(toyBackend())).conforms).toBe(false);
    const { conforms, reasons } = await runCases(pluginCases(toyPlugin({ formats: [], kernels: [] })), {
      subject: 'toy',
    });
    expect([conforms, reasons]).toEqual([false, ['1 failed']]);
  });

  it('runs a language of which the kit has no probe is told so', async () => {
    const found = await report({ ...toyBackend(), targets: ['js', 'native'] }, given);
    expect(found).toMatchObject({ conforms: true, notTried: [] });
    expect(found.cases.filter(({ id }) => id.includes('not-probed'))).toMatchObject([
      { id: 'toy/queue/not-probed/native', status: 'refused', reason: expect.stringContaining('no probe in native') },
    ]);
  });

  it('refuses every kernel does not conform', async () => {
    const found = await report(
      { ...toyBackend() },
      { ...given, kernels: [{ ...toyKernel, requires: ['magic'] } as never] },
    );
    expect(found.conforms).toBe(false);
    expect(found.cases.find(({ id }) => id === 'toy/queue/multiplies')?.reason).toContain(
      '2 kernels in js were refused',
    );
  });

  it.each<[string, Partial<ToyParts>, string]>([
    ['ignores what a pass sets', { set: () => undefined }, 'js/testkit/probe@toy/queue/f64/operation/'],
    ['declares an f16 that it does not have', { precisions: ['f64', 'f32', 'f16'] }, 'toy/queue/computes-in/f16'],
    ['tells a thousandth of the time', { clock: 1 / 1000 }, 'toy/queue/clock'],
    ['scales 300 elements alone', { scales: 300 }, 'js/toy/padded@toy/queue/f64/sizes'],
  ])('%s does not conform', async (_name, parts, caughtBy) => {
    const cases = backendCases(toyBackend(parts), given).filter(({ id }) => id.startsWith(caughtBy));
    expect(await failures(cases, { subject: 'toy' })).toBe(1);
  });

  it.each<[string, ToyFunction]>([
    ['is wrong for beta = 2', (args) => product({ ...args, beta: args.beta === 2 ? 1 : args.beta })],
    ['takes a small alpha for 0', (args) => product({ ...args, alpha: Math.abs(args.alpha) < 1e-30 ? 0 : args.alpha })],
    [
      'writes 0 for what is below the smallest normal number',
      (args) => {
        product(args);
        for (const [i, value] of args.y.entries()) if (Math.abs(value) < 2 ** -1022) args.y[i] = 0;
      },
    ],
    ['takes alpha = 2 for 1', (args) => product({ ...args, alpha: args.alpha === 2 ? 1 : args.alpha })],
    ['bounds alpha by 1,000', (args) => product({ ...args, alpha: Math.min(1000, args.alpha) })],
    ['bounds beta by 3', (args) => product({ ...args, beta: Math.min(3, args.beta) })],
    [
      'rounds entries above 100 to f32',
      (args) => product({ ...args, arrays: { ...args.arrays, values: args.arrays.values.map(shortAbove100) } }),
    ],
    [
      'forgets x beyond the rows',
      (args) =>
        product({ ...args, x: args.rows > 300 ? args.x.map((value, j) => (j >= args.rows ? 0 : value)) : args.x }),
    ],
    [
      'counts entries of a row in 16 bits',
      (args) =>
        product({
          ...args,
          arrays: { ...args.arrays, rowLength: args.arrays.rowLength.map((length) => length & 0xffff) },
        }),
    ],
    [
      'rounds entries of many rows to f32',
      (args) =>
        product({
          ...args,
          arrays: {
            ...args.arrays,
            values: args.rows > 300 ? args.arrays.values.map(Math.fround) : args.arrays.values,
          },
        }),
    ],
    [
      'forgets beta = 1 of many rows',
      (args) => product({ ...args, beta: args.rows > 300 && args.beta === 1 ? 0 : args.beta }),
    ],
    ['rounds x above 100 to f32', (args) => product({ ...args, x: args.x.map(shortAbove100) })],
    [
      'doubles small results',
      (args) => {
        product(args);
        for (const [i, value] of args.y.entries())
          if (Math.abs(value) > 1e-300 && Math.abs(value) < 1e-100) args.y[i] = 2 * value;
      },
    ],
    [
      'leaves y where a row of many is empty',
      (args) => {
        const before = args.y.slice();
        product(args);
        if (args.rows > 300)
          for (const i of args.y.keys()) if (args.arrays.rowLength[i] === 0) args.y[i] = before[i] ?? 0;
      },
    ],
    ...[128, 512, 1000, 1024, 4096].map((rows): [string, ToyFunction] => [
      `forgets the last row of ${rows}`,
      (args) => product({ ...args, end: Math.min(args.end, args.rows === rows ? rows - 1 : args.rows) }),
    ]),
  ])('%s does not conform', async (_name, run) => {
    const cases = backendCases(toyBackend({ product: run }), given);
    const asked = cases.filter(({ id }) => /\/f64\/(product\/|small-numbers|sizes)/.test(id));
    expect(await failures(asked, { subject: 'toy', coverage: 'all' })).toBe(1);
  });

  it('says that it may write 0 for what is so small in f32 conforms', async () => {
    const product32 = ((args) => {
      product(args);
      for (const [i, value] of args.y.entries()) if (Math.abs(value) < 2 ** -126) args.y[i] = 0;
    }) satisfies ToyFunction;
    const statusOf = async (precision: string, capabilities: readonly string[]): Promise<unknown> => {
      const cases = backendCases(toyBackend({ product: product32, capabilities }), given);
      const found = cases.filter(({ id }) => id.endsWith(`/${precision}/small-numbers`));
      return (await runCases(found, { subject: 'toy' })).cases.map(({ status }) => status).join();
    };
    expect(await statusOf('f32', ['flushes-subnormals'])).toBe('passed');
    expect(await statusOf('f32', [])).toBe('failed');
    expect(await statusOf('f64', ['flushes-subnormals'])).toBe('failed');
  });

  it('keeps numbers of f16 in more digits than it has does not conform', async () => {
    const found = await report(toyBackend({ precisions: ['f16'] }), given);
    const failed = found.cases.find(({ id }) => id === 'toy/queue/vectors/round-trip');
    expect(failed?.reason).toContain('it does not hold that in f16');
  });

  it('has a clock that tells the time conforms', async () => {
    const found = await report(toyBackend({ clock: 1 }), given);
    expect(found).toMatchObject({ conforms: true, reasons: [] });
    expect(found.cases.find(({ id }) => id === 'toy/queue/clock')).toMatchObject({ status: 'passed', compared: 1 });
  });
});
