import { describe, expect, it } from 'vitest';
import type { ConformanceCase } from '../src/index.ts';
import { ConformanceError, register, runCases } from '../src/index.ts';

function fake(
  id: string,
  outcome: 'passed' | 'refused' | 'unavailable' | Error,
  more: Partial<ConformanceCase> = {},
): ConformanceCase {
  return {
    id,
    tier: 'quick',
    needs: [],
    ...more,
    run: async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome === 'passed'
        ? { status: outcome, compared: 1, products: 1, errorRatio: 0.25, device: 'toy' }
        : { status: outcome, compared: 0, products: 0, reason: 'no such device' };
    },
  };
}

const broken = new ConformanceError('y is right', 'row 3 is 1, not 2', { matrix: 'wide', row: 3 });

/** What a runner is given: names and bodies. */
function collect(): {
  runner: Parameters<typeof register>[1];
  tests: Map<string, (...context: readonly unknown[]) => Promise<void>>;
  skipped: string[];
  groups: string[];
} {
  const tests = new Map<string, (...context: readonly unknown[]) => Promise<void>>();
  const skipped: string[] = [];
  const groups: string[] = [];
  return {
    tests,
    skipped,
    groups,
    runner: {
      describe: (name, body) => {
        groups.push(name);
        body();
      },
      it: (name, body) => tests.set(name, body),
      skip: (name) => skipped.push(name),
    },
  };
}

describe('register', () => {
  it('makes one test of each case of the tiers chosen', () => {
    const { runner, tests, skipped, groups } = collect();
    register(
      [fake('a', 'passed'), fake('b', 'passed', { tier: 'large' }), fake('c', 'passed', { needs: ['f64'] })],
      runner,
      { without: ['f64'], name: 'toy' },
    );
    expect([...tests.keys()]).toEqual(['a']);
    expect(skipped).toEqual(['c']);
    expect(groups).toEqual(['toy']);
  });

  it('fails where the case fails, and skips with the reason where it is refused', async () => {
    const { runner, tests } = collect();
    register([fake('a', broken), fake('b', 'refused')], runner);
    await expect(tests.get('a')?.()).rejects.toBe(broken);
    const reasons: string[] = [];
    await tests.get('b')?.({ skip: (reason: string) => reasons.push(reason) });
    await tests.get('b')?.();
    expect(reasons).toEqual(['no such device']);
  });

  it('says of what is unavailable that it is, once', async () => {
    const { runner, tests } = collect();
    register([fake('a', 'unavailable')], runner);
    const reasons: string[] = [];
    await tests.get('a')?.({ skip: (reason: string) => reasons.push(reason) });
    expect(reasons).toEqual(['unavailable: no such device']);
  });

  it('gives bodies no parameters, which some runners take for a callback', () => {
    const { runner, tests } = collect();
    register([fake('a', 'passed')], runner);
    expect(tests.get('a')?.length).toBe(0);
  });

  it('wants known failures to fail, in the known way, and to name a case', async () => {
    const { runner, tests } = collect();
    const known = (id: string, message: string) => ({ case: id, message, reason: 'issue 1' });
    register([fake('as known', broken), fake('otherwise', broken), fake('no more', 'passed')], runner, {
      knownFailures: [
        known('as known', 'row 3 is 1'),
        known('otherwise', 'NaN'),
        known('no more', 'row 3'),
        known('nowhere', 'x'),
      ],
    });
    await tests.get('as known')?.();
    await expect(tests.get('otherwise')?.()).rejects.toThrow("with 'NaN', but failed with: y is right");
    await expect(tests.get('no more')?.()).rejects.toThrow('remove it from the known failures');
    await expect(tests.get('nowhere')?.()).rejects.toThrow("no case 'nowhere'");
  });

  it('fails what is unavailable or not tried in a strict run, and leaves what the device cannot do', async () => {
    const { runner, tests } = collect();
    const unavailable = {
      ...fake('away', 'refused'),
      run: async () => ({ status: 'unavailable' as const, compared: 0, products: 0, reason: 'no GPU' }),
    };
    const untried = {
      ...fake('untried', 'refused'),
      run: async () => ({
        status: 'refused' as const,
        notTried: true,
        compared: 0,
        products: 0,
        reason: 'not tried: no matrix',
      }),
    };
    register([unavailable, untried, fake('refused', 'refused'), fake('fine', 'passed')], runner, { strict: true });
    await expect(tests.get('away')?.()).rejects.toThrow('unavailable: no GPU');
    await expect(tests.get('untried')?.()).rejects.toThrow('no matrix');
    await tests.get('refused')?.();
    await tests.get('fine')?.();
  });

  it('makes a test that fails where there is no case to register', async () => {
    const { runner, tests } = collect();
    register([fake('large', 'passed', { tier: 'large' })], runner);
    await expect(tests.get('has cases')?.()).rejects.toThrow('none of 1 cases is of tier quick');
  });

  register([fake('a passing case in vitest', 'passed'), fake('a refused case in vitest', 'refused')], { describe, it });
});

describe('runCases', () => {
  it('reports every case as plain JSON', async () => {
    const seen: string[] = [];
    const report = await runCases(
      [fake('a', 'passed'), fake('b', broken), fake('c', 'refused'), fake('d', 'passed', { tier: 'full' })],
      {
        subject: 'toy@1',
        onCase: ({ id }, index, count) => seen.push(`${id} ${index + 1}/${count}`),
      },
    );
    expect(seen).toEqual(['a 1/3', 'b 2/3', 'c 3/3']);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(report).toMatchObject({
      schema: 'spmv.conformance/1',
      subject: 'toy@1',
      devices: ['toy'],
      tiers: ['quick'],
      conforms: false,
      errorRatio: 0.25,
      totals: { passed: 1, failed: 1, refused: 1, unavailable: 0, 'known-failure': 0 },
    });
    expect(report.cases[1]).toEqual({
      id: 'b',
      tier: 'quick',
      status: 'failed',
      compared: 0,
      products: 0,
      promise: 'y is right',
      reason: 'y is right: row 3 is 1, not 2 (matrix wide, row 3)',
    });
  });

  it('conforms only when products were compared, and says why not', async () => {
    const without = {
      ...fake('a', 'passed'),
      run: async () => ({ status: 'passed' as const, compared: 7, products: 0 }),
    };
    expect(await runCases([without], { subject: 'no product' })).toMatchObject({
      conforms: false,
      reasons: ['no product was compared'],
      totals: { passed: 1 },
    });
    expect((await runCases([], { subject: 'nothing' })).conforms).toBe(false);
    expect((await runCases([fake('a', 'refused')], { subject: 'refused' })).conforms).toBe(false);
    expect((await runCases([fake('a', 'passed')], { subject: 'passed' })).conforms).toBe(true);
  });

  it('counts the products of each backend', async () => {
    const on = (id: string, backend: string, products: number): ConformanceCase => ({
      ...fake(id, 'passed'),
      backend,
      run: async () => ({ status: 'passed', compared: products, products }),
    });
    expect(
      (await runCases([on('a', 'one', 2), on('b', 'two', 0), on('c', 'one', 3)], { subject: 'toy' })).products,
    ).toEqual({ one: 5, two: 0 });
  });

  it('takes what is unavailable or not tried for a failure in a strict run', async () => {
    const away: ConformanceCase = {
      ...fake('away', 'refused'),
      run: async () => ({ status: 'unavailable', compared: 0, products: 0, reason: 'no GPU' }),
    };
    const untried: ConformanceCase = {
      ...fake('untried', 'refused'),
      run: async () => ({ status: 'refused', notTried: true, compared: 0, products: 0, reason: 'none' }),
    };
    const cases = [away, untried, fake('refused', 'refused'), fake('fine', 'passed')];
    expect(await runCases(cases, { subject: 'toy' })).toMatchObject({ conforms: true, notTried: ['untried'] });
    expect(await runCases(cases, { subject: 'toy', strict: true })).toMatchObject({
      conforms: false,
      reasons: ['1 unavailable', '1 not tried'],
    });
  });

  it('counts known failures apart, and rotten ones as failures', async () => {
    const knownFailures = [
      { case: 'a', message: 'row 3', reason: 'issue 1' },
      { case: 'b', message: 'row 3', reason: 'issue 2' },
      { case: 'gone', message: '', reason: '' },
    ];
    const report = await runCases([fake('a', broken), fake('b', 'passed'), fake('c', 'passed')], {
      subject: 'toy',
      knownFailures,
    });
    expect(report.cases.map(({ id, status }) => `${id} ${status}`)).toEqual([
      'a known-failure',
      'b failed',
      'c passed',
      'gone failed',
    ]);
  });

  it('ends where it is told to', async () => {
    const signal = { aborted: false };
    const report = await runCases([fake('a', 'passed'), fake('b', 'passed')], {
      subject: 'toy',
      signal,
      onCase: () => (signal.aborted = true),
    });
    expect(report.cases.map(({ id }) => id)).toEqual(['a']);
    expect(report.conforms).toBe(false);
  });
});
