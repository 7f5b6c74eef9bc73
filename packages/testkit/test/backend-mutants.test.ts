import type { BackendDescriptor } from '@spmv/core';
import { spmv, SpmvError } from '@spmv/core';
import { describe, expect, it } from 'vitest';
import { backendCases, ConformanceError, pluginCases } from '../src/index.ts';
import { runCases } from './run-kit.ts';
import type { ToyParts } from './toy/toy-backend.ts';
import { toyBackend } from './toy/toy-backend.ts';
import { toyFormat } from './toy/toy-format.ts';
import { toyKernel } from './toy/toy-kernel.ts';
import { toyManifest, toyPlugin } from './toy/toy-plugin.ts';

interface BackendMutant {
  readonly name: string;
  readonly caughtBy: string;
  readonly change?: Partial<BackendDescriptor>;
  readonly parts?: Partial<ToyParts>;
}

const missing = new SpmvError('BACKEND.UNAVAILABLE', 'There is no toy.', { fix: 'Buy one.' });

const mutants: readonly BackendMutant[] = [
  {
    name: 'throws in probe',
    caughtBy: 'probe',
    change: {
      probe: async () => {
        throw new Error('no driver');
      },
    },
  },
  { name: 'names no device', caughtBy: 'probe', change: { probe: async () => ({ available: true, devices: [] }) } },
  {
    name: 'is unavailable without a fix',
    caughtBy: 'probe',
    change: { probe: async () => ({ available: false, reason: 'no toy', fix: '' }) },
  },
  {
    name: 'says available and cannot be opened',
    caughtBy: 'open-as-probed',
    change: {
      open: async () => {
        throw missing;
      },
    },
  },
  {
    name: 'says unavailable and can be opened',
    caughtBy: 'open-as-probed',
    change: { probe: async () => ({ available: false, reason: 'no toy', fix: 'buy one' }) },
  },
  {
    name: 'says unavailable and fails in another way',
    caughtBy: 'open-as-probed',
    change: {
      probe: async () => ({ available: false, reason: 'no toy', fix: 'buy one' }),
      open: async () => {
        throw new Error('segfault');
      },
    },
  },
  { name: 'has no targets', caughtBy: 'declaration', change: { targets: [] } },
  {
    name: 'gives vectors with old contents',
    caughtBy: 'vectors/zeros',
    parts: {
      newVector: (length, type) =>
        (type === 'f64' ? new Float64Array(length) : new Float32Array(length)).fill(length > 256 ? 7 : 0),
    },
  },
  {
    name: 'keeps host arrays',
    caughtBy: 'vectors/separate',
    parts: {
      write: (vector, data) => {
        vector.data = data;
      },
    },
  },
  {
    name: 'forgets what was written',
    caughtBy: 'vectors/round-trip',
    parts: { write: (vector, data) => vector.data.set(data.map((value) => (value === 0 ? 0 : value))) },
  },
  {
    name: 'writes before products that were asked for earlier',
    caughtBy: 'js/toy/padded@toy/queue/f64/sequence/order',
    parts: { writesWait: false },
  },
  {
    name: 'reads before products have run',
    caughtBy: 'js/toy/padded@toy/queue/f64/ordinary',
    parts: { readsWait: false },
  },
];

describe('a backend that', () => {
  for (const { name, caughtBy, change, parts } of mutants) {
    it(`${name} is caught by ${caughtBy}`, async () => {
      const cases = backendCases(
        { ...toyBackend(parts), ...change },
        { formats: [toyFormat as never], kernels: [toyKernel as never] },
      );
      const found = cases.find(({ id }) => id === caughtBy || id === `toy/queue/${caughtBy}`);
      expect(found, caughtBy).toBeDefined();
      expect(await found?.run().catch((thrown: unknown) => thrown)).toBeInstanceOf(ConformanceError);
    });
  }

  it('is unavailable, says so and can be told: nothing fails', async () => {
    const absent: BackendDescriptor = {
      ...toyBackend(),
      probe: async () => ({ available: false, reason: missing.message, fix: missing.fix }),
      open: async () => {
        throw missing;
      },
    };
    const report = await runCases(
      backendCases(absent, { formats: [toyFormat as never], kernels: [toyKernel as never] }),
      { subject: 'absent' },
    );
    expect(report.totals.failed).toBe(0);
    expect(report.totals.unavailable).toBeGreaterThan(100);
    expect(report.cases.find(({ status }) => status === 'unavailable')?.reason).toBe('There is no toy. Buy one.');
  });
});

describe('a plugin that', () => {
  const failure = async (id: string, cases: ReturnType<typeof pluginCases>): Promise<unknown> =>
    cases
      .find((one) => one.id === `toy/plugin/${id}`)
      ?.run()
      .catch((thrown: unknown) => thrown);

  it('brings more than its manifest says is caught by plugin/manifest', async () => {
    const manifest = { ...toyManifest, provides: { ...toyManifest.provides, kernels: [] } };
    expect(await failure('manifest', pluginCases(toyPlugin(), { manifest }))).toMatchObject({
      message: expect.stringContaining('js/toy/padded are not in it') as string,
    });
  });

  it('brings less than its manifest says is caught by plugin/manifest', async () => {
    const cases = pluginCases(toyPlugin({ backends: [] }), { manifest: toyManifest });
    expect(await failure('manifest', cases)).toMatchObject({
      message: expect.stringContaining('toy/queue are in it, not in the plugin') as string,
    });
  });

  it('names other sizes of its operations than they have is caught by plugin/manifest', async () => {
    const operation = { ...spmv, id: 'toy/sized', sizes: { depth: { default: 4, doc: '' } } } as never;
    const failed = (sizes: readonly string[] | undefined): Promise<unknown> => {
      const provides = { ...toyManifest.provides, operations: ['toy/sized'], ...(sizes ? { sizes } : {}) };
      return failure(
        'manifest',
        pluginCases(toyPlugin({ operations: [operation] }), { manifest: { ...toyManifest, provides } }),
      );
    };
    expect(await failed(['toy/sized:width'])).toMatchObject({
      message: expect.stringContaining('sizes toy/sized:depth are not in it') as string,
    });
    // It need not name them.
    for (const right of [['toy/sized:depth'], undefined]) expect(await failed(right)).not.toBeInstanceOf(Error);
  });

  it('takes a bare name is caught by plugin/namespace', async () => {
    expect(
      await failure('namespace', pluginCases(toyPlugin({ backends: [{ ...toyBackend(), id: 'queue' }] }))),
    ).toBeInstanceOf(ConformanceError);
  });

  it('brings a kernel without a format is told so', async () => {
    const report = await runCases(pluginCases(toyPlugin({ formats: [] })), { subject: 'toy' });
    expect(report.cases.find(({ id }) => id === 'toy/kernel/js/toy/padded')).toMatchObject({
      status: 'refused',
      notTried: true,
      reason: "not tried: no format 'toy/padded' was given",
    });
  });
});
