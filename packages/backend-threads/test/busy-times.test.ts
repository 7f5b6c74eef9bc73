import type { Backend, CooMatrix, Operator } from '@spmv/core';
import { buildMatrix, createRegistry, openBackend, spmv } from '@spmv/core';
import { plugin as formats } from '@spmv/formats';
import { oneFullRow, randomUniform } from '@spmv/testkit';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { busyBytes, busySums, timed, workerTimesOf } from '../src/busy-times.ts';
import { plugin, threads } from '../src/index.ts';
import { divide } from '../src/schedule/divide.ts';
import { withoutWorkers } from './without-workers.ts';

const registry = createRegistry([formats, plugin]);
const even = randomUniform({ rows: 3000, perRow: 8 });

type Profiled = Pick<Operator, 'apply' | 'dispose' | 'workerTimes'>;

async function prepared(
  backend: Backend,
  a: CooMatrix,
  params: Readonly<Record<string, number | string>>,
  profile: boolean,
  kernel = 'js/csr',
): Promise<{ operator: Profiled; product: () => Promise<Float64Array> }> {
  const matrix = buildMatrix(registry.format('csr'), a);
  const operator = await backend.prepare({ operation: spmv, matrix, kernel: registry.kernel(kernel), params, profile });
  const x = backend.vector(Float64Array.from({ length: a.shape.cols }, (_, j) => Math.sin(j)));
  const y = backend.vector(a.shape.rows);
  return {
    operator: operator as Profiled,
    product: async () => {
      operator.apply(x, y);
      return y.read();
    },
  };
}

describe('the sums of a profile', () => {
  it('are of the thread that does the work, and the rest of the products is waiting', () => {
    const sums = busySums(new SharedArrayBuffer(busyBytes(3)), 0, 3);
    let clock = 0;
    const work = timed(
      (ms: number) => void (clock += ms),
      sums,
      1,
      () => clock,
    );
    work(5);
    clock += 100;
    work(2);
    timed(
      (ms: number) => void (clock += ms),
      sums,
      2,
      () => clock,
    )(1);
    expect(workerTimesOf(sums, 10)).toEqual([
      { busyMs: 0, waitMs: 10 },
      { busyMs: 7, waitMs: 3 },
      { busyMs: 1, waitMs: 9 },
    ]);
  });

  it('say which worker a giant row kept busy, entries being the clock', () => {
    const a = oneFullRow({ rows: 1000, row: 700 });
    const { arrays } = buildMatrix(registry.format('csr'), a);
    const rowStart = arrays['rowStart'] as Int32Array;
    const partition = { unit: 'rows', count: 1000, work: 'A.rowStart' };
    const bounds = divide(partition, { A: arrays }, { threads: 4, schedule: 'static', chunk: 0 });
    const startOf = (boundary: number): number => rowStart[bounds[boundary] as number] as number;
    const sums = busySums(new SharedArrayBuffer(busyBytes(4)), 0, 4);
    let entries = 0;
    for (let thread = 0; thread < 4; thread++) {
      const part = timed(
        () => void (entries += startOf(thread + 1) - startOf(thread)),
        sums,
        thread,
        () => entries,
      );
      part();
    }
    expect(workerTimesOf(sums, entries).map(({ busyMs }) => busyMs)).toEqual([250, 250, 1249, 250]);
  });
});

describe('an operator that counts what its workers do', () => {
  const opened: Backend[] = [];
  const open = async (descriptor = threads): Promise<Backend> => {
    const backend = await openBackend(descriptor);
    opened.push(backend);
    return backend;
  };
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const backend of opened.splice(0)) await backend.dispose();
  });

  it.each([
    { threads: 1, schedule: 'balanced' },
    { threads: 2, schedule: 'static' },
    { threads: 3, schedule: 'dynamic', chunk: 64 },
    { threads: 2, schedule: 'dynamic', chunk: 100_000 },
    // More than there are cores, and more than there are rows for.
    { threads: 12, schedule: 'balanced' },
  ])('with %o has a line for each, sums that only grow, and the same product', async (params) => {
    const backend = await open();
    const a = params.chunk === 100_000 ? randomUniform({ rows: 7, perRow: 3 }) : even;
    const { operator, product } = await prepared(backend, a, params, true);
    const plain = await prepared(backend, a, params, false);
    expect(operator.workerTimes?.()).toEqual(Array.from({ length: params.threads }, () => ({ busyMs: 0, waitMs: 0 })));
    let before = operator.workerTimes?.() ?? [];
    for (let run = 0; run < 5; run++) {
      expect(await product()).toEqual(await plain.product());
      const after = operator.workerTimes?.() ?? [];
      expect(after).toHaveLength(params.threads);
      after.forEach(({ busyMs, waitMs }, w) => {
        expect(busyMs).toBeGreaterThanOrEqual(before[w]?.busyMs ?? 0);
        expect(waitMs).toBeGreaterThanOrEqual(0);
        expect(Number.isFinite(busyMs + waitMs)).toBe(true);
      });
      before = after;
    }
    expect(before.some(({ busyMs }) => busyMs > 0)).toBe(true);
    await operator.dispose();
    expect(() => operator.workerTimes?.()).toThrow('disposed');
  });

  it('counts the work of absent workers for the calling thread', async () => {
    const { operator, product } = await prepared(await open(withoutWorkers), even, { threads: 4 }, true);
    await product();
    const [caller, ...others] = operator.workerTimes?.() ?? [];
    expect(caller?.busyMs).toBeGreaterThan(0);
    expect(others.map(({ busyMs }) => busyMs)).toEqual([0, 0, 0]);
    expect(others.every(({ waitMs }) => waitMs > (caller?.busyMs ?? Infinity) / 2)).toBe(true);
  });

  it('is alone in looking at the clock: without, a product looks no more often than its pool does', async () => {
    const backend = await open(withoutWorkers);
    const looksOf = async (profile: boolean, params: Readonly<Record<string, number | string>>): Promise<number> => {
      const { operator, product } = await prepared(backend, even, params, profile, 'wasm/csr-simd');
      await product();
      let clock = 0;
      const now = vi.spyOn(performance, 'now').mockImplementation(() => ++clock);
      await product();
      const looks = now.mock.calls.length;
      now.mockRestore();
      if (!profile) expect(operator.workerTimes).toBeUndefined();
      await operator.dispose();
      return looks;
    };
    // The product itself, and a part of each of three threads; the clock runs fast, so that waiting for workers takes one look.
    expect((await looksOf(true, { threads: 3 })) - (await looksOf(false, { threads: 3 }))).toBe(2 + 2 * 3);
  });
});
