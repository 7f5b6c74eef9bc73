import { describe, expect, it } from 'vitest';
import type { ConformanceCase } from '../src/index.ts';
import { ConformanceError, register, runCases } from '../src/index.ts';

function fake(id: string, outcome: 'passed' | 'refused' | Error, more: Partial<ConformanceCase> = {}): ConformanceCase {
  return {
    id, tier: 'quick', needs: [], ...more,
    run: async () => {
      if (outcome instanceof Error) throw outcome;
      return outcome === 'passed' ? { status: outcome, compared: 1, errorRatio: 0.25, device: 'toy' } : { status: outcome, compared: 0, reason: 'no such device' };
    },
  };
}

const broken = new ConformanceError('y is right', 'row 3 is 1, not 2', { matrix: 'wide', row: 3 });

/** What a runner is given: names and bodies. */
function collect(): { runner: Parameters<typeof register>[1]; tests: Map<string, (...context: readonly unknown[]) => Promise<void>>; skipped: string[]; groups: string[] } {
  const tests = new Map<string, (...context: readonly unknown[]) => Promise<void>>();
  const skipped: string[] = [];
  const groups: string[] = [];
  return {
    tests, skipped, groups,
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
    register([fake('a', 'passed'), fake('b', 'passed', { tier: 'large' }), fake('c', 'passed', { needs: ['f64'] })], runner, { without: ['f64'], name: 'toy' });
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

  it('gives bodies no parameters, which some runners take for a callback', () => {
    const { runner, tests } = collect();
    register([fake('a', 'passed')], runner);
    expect(tests.get('a')?.length).toBe(0);
  });

  it('wants known failures to fail, in the known way, and to name a case', async () => {
    const { runner, tests } = collect();
    const known = (id: string, message: string) => ({ case: id, message, reason: 'issue 1' });
    register([fake('as known', broken), fake('otherwise', broken), fake('no more', 'passed')], runner, {
      knownFailures: [known('as known', 'row 3 is 1'), known('otherwise', 'NaN'), known('no more', 'row 3'), known('nowhere', 'x')],
    });
    await tests.get('as known')?.();
    await expect(tests.get('otherwise')?.()).rejects.toThrow("with 'NaN', but failed with: y is right");
    await expect(tests.get('no more')?.()).rejects.toThrow('remove it from the known failures');
    await expect(tests.get('nowhere')?.()).rejects.toThrow("no case 'nowhere'");
  });

  register([fake('a passing case in vitest', 'passed'), fake('a refused case in vitest', 'refused')], { describe, it });
});

describe('runCases', () => {
  it('reports every case as plain JSON', async () => {
    const seen: string[] = [];
    const report = await runCases([fake('a', 'passed'), fake('b', broken), fake('c', 'refused'), fake('d', 'passed', { tier: 'full' })], {
      subject: 'toy@1', onCase: ({ id }, index, count) => seen.push(`${id} ${index + 1}/${count}`),
    });
    expect(seen).toEqual(['a 1/3', 'b 2/3', 'c 3/3']);
    expect(JSON.parse(JSON.stringify(report))).toEqual(report);
    expect(report).toMatchObject({
      schema: 'spmv.conformance/1', kit: { name: '@spmv/testkit' }, subject: 'toy@1', devices: ['toy'], tiers: ['quick'], conforms: false, errorRatio: 0.25,
      totals: { passed: 1, failed: 1, refused: 1, unavailable: 0, 'known-failure': 0 },
    });
    expect(report.cases[1]).toEqual({
      id: 'b', tier: 'quick', status: 'failed', compared: 0, promise: 'y is right', reason: 'y is right: row 3 is 1, not 2 (matrix wide, row 3)',
    });
  });

  it('conforms only when something was compared', async () => {
    expect((await runCases([], { subject: 'nothing' })).conforms).toBe(false);
    expect((await runCases([fake('a', 'refused')], { subject: 'refused' })).conforms).toBe(false);
    expect((await runCases([fake('a', 'passed')], { subject: 'passed' })).conforms).toBe(true);
  });

  it('counts known failures apart, and rotten ones as failures', async () => {
    const knownFailures = [{ case: 'a', message: 'row 3', reason: 'issue 1' }, { case: 'b', message: 'row 3', reason: 'issue 2' }, { case: 'gone', message: '', reason: '' }];
    const report = await runCases([fake('a', broken), fake('b', 'passed'), fake('c', 'passed')], { subject: 'toy', knownFailures });
    expect(report.cases.map(({ id, status }) => `${id} ${status}`)).toEqual(['a known-failure', 'b failed', 'c passed', 'gone failed']);
  });

  it('ends where it is told to', async () => {
    const signal = { aborted: false };
    const report = await runCases([fake('a', 'passed'), fake('b', 'passed')], { subject: 'toy', signal, onCase: () => (signal.aborted = true) });
    expect(report.cases.map(({ id }) => id)).toEqual(['a']);
    expect(report.conforms).toBe(false);
  });
});
