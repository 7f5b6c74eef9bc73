import type { Operator } from '@spmv/core';
import { SpmvError } from '@spmv/core';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import type { TimingSubject } from '../../src/time/timing-subject.ts';
import { timeGroup } from '../../src/time/time-group.ts';
import { hasThreads } from '../../src/time/timing-subjects.ts';
import { createStopwatch } from '../../src/host/stopwatch.ts';

interface Calls {
  readonly subject: TimingSubject;
  /** `apply`, `time N`, `finish`, in order. */
  readonly calls: string[];
}

/** A product that writes down what it is asked for. `clockMs`: how long a call of the device's clock keeps the processor; absent: no clock. */
function subjectWith(clockMs: number | undefined): Calls {
  const calls: string[] = [];
  const operator = {
    apply: () => void calls.push('apply'),
    async time(_operands: unknown, { runs }: { readonly runs: number }) {
      if (clockMs === undefined) return undefined;
      calls.push(`time ${runs}`);
      const start = performance.now();
      while (performance.now() - start < clockMs);
      return Float64Array.from({ length: runs }, () => 0.002);
    },
  } as unknown as Operator;
  const backend = { finish: async () => void calls.push('finish') };
  const subject = { backend, operator, operands: [{}, {}, 1, 0], readsResult: false, reset: async () => {} };
  return { subject: subject as unknown as TimingSubject, calls };
}

const RUNS = 20;

/** What a subject is asked for in the rounds, after `warm up` has ended. */
async function rounds({ subject, calls }: Calls): Promise<readonly string[]> {
  let warm = 0;
  const stopwatch = createStopwatch((times) => {
    if (times['time'] === undefined) warm = calls.length;
  });
  const [outcome] = await timeGroup([subject], { runs: RUNS, stopwatch }, new AbortController().signal);
  expect(outcome).toMatchObject({ samplesMs: { length: RUNS }, hostSamplesMs: { length: RUNS } });
  return calls.slice(warm);
}

test('a clock is read once a round, and a slow one for so long that the device has no time to sleep', async () => {
  const reads = async (clockMs: number): Promise<readonly string[]> =>
    (await rounds(subjectWith(clockMs))).filter((call) => call.startsWith('time'));
  expect(await reads(2)).toEqual(Array.from({ length: RUNS }, () => 'time 3'));
  // What is asked for depends on how long the first calls took, which a busy machine makes longer.
  const quick = await reads(0.5);
  expect(quick).toHaveLength(RUNS);
  expect(['time 1', 'time 3']).toContain(quick[0]);
});

test('of a clock that times single products a sample is the middle of several', async () => {
  const asked = await rounds(subjectWith(0));
  const runs = new Set(asked.filter((call) => call.startsWith('time')));
  expect(runs.size).toBe(1);
  expect(Number([...runs][0]?.slice('time '.length))).toBeGreaterThanOrEqual(1);
  expect(Number([...runs][0]?.slice('time '.length))).toBeLessThanOrEqual(10);
});

test('where the device was just timed no product is thrown away; where there is no clock at least one is', async () => {
  const finishes = (asked: readonly string[]): number => asked.filter((call) => call === 'finish').length;
  expect(finishes(await rounds(subjectWith(2)))).toBe(RUNS);
  expect(finishes(await rounds(subjectWith(undefined)))).toBeGreaterThanOrEqual(2 * RUNS);
});

describe('by a clock that products alone move', () => {
  const clock = { ms: 0 };
  beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => (clock.ms += 1e-5)));
  afterEach(() => void vi.restoreAllMocks());
  /** So many subjects whose products take 20 µs, how many of each ran, and how many are a sample. */
  const timed = async (count: number, runs: number, code?: string) => {
    const products = Array.from({ length: count }, () => 0);
    const subjects = products.map((_, s): TimingSubject => {
      const { subject } = subjectWith(undefined);
      const apply = (): void => {
        clock.ms += 0.02;
        products[s] = (products[s] ?? 0) + 1;
      };
      return { ...subject, operator: { ...subject.operator, apply } as Operator, ...(code ? { code } : {}) };
    });
    const [outcome] = await timeGroup(subjects, { runs }, new AbortController().signal);
    return { products, batch: outcome && !(outcome instanceof Error) ? outcome.batch : 0 };
  };

  it('warms shared compiled code once, and what waits for its engine in turns', async () => {
    const [first = 0, second = 0] = (await timed(2, 0, 'native')).products;
    expect([first > 700, second > 15, second < 60]).toEqual([true, true, true]);
    const [alone = 0] = (await timed(1, 0)).products;
    const many = (await timed(40, 0)).products;
    expect(alone).toBeGreaterThan(700);
    expect(many.map((products) => products > 150 && products < 300)).toEqual(many.map(() => true));
  });

  it('warms what is not steady for longer', async () => {
    /** Products of the second of two that share their code, until it is sampled. */
    const warmed = async (productMs: (nth: number) => number): Promise<number> => {
      let products = 0;
      const { subject } = subjectWith(undefined);
      const apply = (): void => void (clock.ms += productMs(products++));
      const second = { ...subject, operator: { ...subject.operator, apply } as Operator };
      const both = [subject, second].map((one) => ({ ...one, code: 'native' }));
      await timeGroup(both, { runs: 0 }, new AbortController().signal);
      return products;
    };
    expect(await warmed(() => 0.02)).toBeLessThan(60);
    expect(await warmed((nth) => 0.02 / (1 + nth / 50))).toBeGreaterThan(90);
  });

  it('takes no more samples of who is clearly beaten, where that was asked for', async () => {
    const of = (productMs: number, changes: Partial<TimingSubject> = {}): TimingSubject => {
      const { subject } = subjectWith(undefined);
      const apply = (): void => void (clock.ms += productMs);
      return { ...subject, operator: { ...subject.operator, apply } as Operator, race: 'f64', ...changes };
    };
    const samples = async (cutBeaten: boolean) => {
      const subjects = [
        of(0.02),
        of(0.024),
        of(0.03),
        of(0.05),
        of(0.05, { isStandard: true }),
        of(0.05, { race: 'f32' }),
      ];
      const outcomes = await timeGroup(subjects, { runs: RUNS, cutBeaten }, new AbortController().signal);
      return outcomes.map((one) => (one && !(one instanceof Error) ? [one.samplesMs.length, one.beaten] : one));
    };
    const all = [RUNS, undefined];
    expect(await samples(true)).toEqual([all, all, [8, true], [6, true], all, all]);
    expect(await samples(false)).toEqual([all, all, all, all, all, all]);
  });

  it('sizes samples by products that nothing disturbed', async () => {
    const batches = async (slowAt: number): Promise<number> => {
      let products = 0;
      const { subject } = subjectWith(undefined);
      const apply = (): void => void (clock.ms += products++ === slowAt ? 20 : 0.02);
      const operator = { ...subject.operator, apply } as Operator;
      const [outcome] = await timeGroup([{ ...subject, operator }], { runs: 1 }, new AbortController().signal);
      return outcome && !(outcome instanceof Error) ? outcome.batch : 0;
    };
    const undisturbed = await batches(-1);
    expect(await batches(900)).toBe(undisturbed);
  });

  it('takes shorter samples of many', async () => {
    expect((await timed(1, 1)).batch).toBe(13);
    expect((await timed(200, 1, 'all')).batch).toBe(5);
  });
});

test('clocks of subjects with the same vectors are read together, and then a product that is no short one is thrown away before that of the host', async () => {
  const vectors = [{}, {}, 1, 0];
  const order: string[] = [];
  let productMs = 0.1;
  const named = (name: string, changes: Partial<TimingSubject> = {}): TimingSubject => {
    const { subject } = subjectWith(0);
    const operator = {
      timesInOrder: true,
      apply: () => {
        order.push(name);
        const start = performance.now();
        while (performance.now() - start < productMs);
      },
      async time(_: unknown, { runs }: { readonly runs: number }) {
        order.push('(', name);
        await new Promise((resolve) => setTimeout(resolve, 3));
        order.push(name, ')');
        return new Float64Array(runs);
      },
    } as unknown as Operator;
    return { ...subject, operator, operands: vectors, ...changes };
  };
  const of = async (options: Parameters<typeof timeGroup>[1], ...subjects: readonly TimingSubject[]) => {
    order.length = 0;
    const backend = { finish: async () => void order.push('.') } as TimingSubject['backend'];
    await timeGroup(
      subjects.map((subject) => ({ ...subject, backend })),
      options,
      new AbortController().signal,
    );
    return order.join('').replaceAll(/(?<product>[ab])\k<product>+/gu, '$1');
  };
  const warm = { runs: 2 };
  expect(await of(warm, named('a'), named('b'))).toMatch(/\(a\(ba\)b\)a\.a\.b\.b\.\(b\(ab\)a\)b\.b\.a\.a\.$/u);
  for (const alone of [
    () => of({ ...warm, cold: true }, named('a'), named('b')),
    () => of(warm, named('a'), named('b', { operands: [{}, {}, 1, 0] })),
    () => of(warm, named('a'), named('b', { readsResult: true })),
    () => of(warm, named('a', { operator: { ...named('a').operator, timesInOrder: false } }), named('b')),
  ])
    expect(await alone()).toMatch(/\(a\)a\.\(b\)b\.\(b\)b\.\(a\)a\.$/u);
  productMs = 0;
  expect(await of(warm, named('a'), named('b'))).toMatch(/\(a\(ba\)b\)a\.b\.\(b\(ab\)a\)b\.a\.$/u);
});

test('subjects take turns, every other round backwards', async () => {
  const order: string[] = [];
  const named = (name: string): TimingSubject => {
    const { subject } = subjectWith(undefined);
    return { ...subject, reset: async () => void order.push(name), readsResult: true };
  };
  await timeGroup([named('a'), named('b')], { runs: 2 }, new AbortController().signal);
  expect(order.slice(-8).join('')).toBe('aabbbbaa');
});

test('subjects with threads of their own are together, so that others wait for them once a round', async () => {
  const order: string[] = [];
  const named = (name: string, ownThreads: boolean): TimingSubject => {
    const { subject } = subjectWith(undefined);
    return { ...subject, ownThreads, reset: async () => void order.push(name), readsResult: true };
  };
  const subjects = [named('A', true), named('b', false), named('C', true), named('d', false)];
  await timeGroup(subjects, { runs: 2 }, new AbortController().signal);
  expect(order.slice(-16).join('')).toBe('bbddAACCCCAAddbb');
  expect(hasThreads({ kind: 'cpu', limits: {} })).toBe(true);
  expect([hasThreads({ kind: 'gpu', limits: {} }), hasThreads({ kind: 'cpu', limits: { threads: 1 } })]).toEqual([
    false,
    false,
  ]);
});

test('a stopwatch charges a phase with what no phase inside it takes', async () => {
  let clock = 0;
  let last: Readonly<Record<string, number>> = {};
  const stopwatch = createStopwatch(
    (times) => void (last = { ...times }),
    { start: 5 },
    () => clock,
  );
  await stopwatch.during('outer', async () => {
    clock += 1;
    await stopwatch.during('inner', async () => void (clock += 10));
    clock += 2;
  });
  expect(last).toEqual({ start: 5, outer: 3, inner: 10 });
});

test('with uploads every product is given its operands anew, sets in turns, and the clock of the host counts them', async () => {
  const order: string[] = [];
  const { subject } = subjectWith(0);
  const uploaded = ['a', 'b'].map((name) => ({
    operands: [name],
    upload: async () => void order.push(`to ${name}`),
  }));
  const operator = { ...subject.operator, apply: (name: unknown) => void order.push(`of ${String(name)}`) };
  const [outcome] = await timeGroup(
    [{ ...subject, operator: operator as Operator, uploaded }],
    { runs: RUNS, uploads: 'overlapped' },
    new AbortController().signal,
  );
  expect(outcome).toMatchObject({ clock: 'host', samplesMs: { length: RUNS } });
  const pairs = new Set(order.flatMap((one, k) => (k % 2 === 0 ? [`${one}, ${order[k + 1]}`] : [])));
  expect([...pairs].sort()).toEqual(['to a, of a', 'to b, of b']);
});

test('measurements before a lost device are kept, measurements of a failed case are not', async () => {
  const failing = (code: `BACKEND.${string}`): Calls => {
    const calls = subjectWith(2);
    let left = 12;
    const time = calls.subject.operator.time.bind(calls.subject.operator);
    Object.assign(calls.subject.operator, {
      time: async (...given: Parameters<typeof time>) => {
        if (left-- === 0) throw new SpmvError(code, 'The device is gone.', { fix: 'Open another.' });
        return time(...given);
      },
    });
    return calls;
  };
  const run = (code: `BACKEND.${string}`) =>
    timeGroup([failing(code).subject], { runs: RUNS }, new AbortController().signal);
  const [kept] = await run('BACKEND.DEVICE_LOST');
  if (!kept || kept instanceof Error) throw new Error('nothing was kept');
  expect(kept.samplesMs.length).toBeGreaterThan(5);
  expect(kept.samplesMs.length).toBeLessThan(RUNS);
  expect((await run('BACKEND.LIMIT'))[0]).toBeInstanceOf(SpmvError);
});
