import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { expect, it, vi } from 'vitest';
import { createMachine, NEEDS } from '../machine.ts';
import { needs, unless } from '../needs.ts';
import { ROOT } from '../packages/pack-all.ts';
import createRunReporter, { groupOf, type RunWorth } from '../run-reporter.ts';

it('a machine lacks what SPMV_WITHOUT names, each in one sentence with its remedy', () => {
  const bare = createMachine('all');
  for (const need of NEEDS) expect(bare.lack(need)).toMatch(/^no .+ \(.+\)$/u);
  expect(bare.lack('highway')).toBe('no libhwy-dev (apt install libhwy-dev)');
  const machine = createMachine('nvcc, highway');
  expect(NEEDS.filter((need) => machine.hides(need))).toEqual(['highway', 'nvcc']);
  expect(machine.has('nvcc')).toBe(false);
  expect(machine.lack('highway', 'nvcc')).toContain('libhwy-dev');
  expect(machine.lack()).toBeUndefined();
});

it('a test runs where nothing is missing', unless(undefined), () => {
  expect(needs()).toEqual({});
});

it.each([
  ['no chromium (apt install chromium)', 'no chromium (apt install chromium)'],
  ["Backend 'cuda' is unavailable: no CUDA driver: a.so.1: none. Install it, version 580.", /^Backend .* none$/u],
  ['unavailable: Dawn needs a.so: No such file Install a driver.', 'unavailable: Dawn needs a.so: No such file'],
  ['not tried: no backend was given that runs cuda', /^refused by a format or kernel/u],
])('%s is counted as %s', (note, group) => {
  expect(groupOf(note)).toMatch(group);
});

const TESTS = `
import { beforeAll, describe, it } from 'vitest';
import { unless } from ${JSON.stringify(join(ROOT, 'tools', 'needs.ts'))};
describe('a group', unless('no such thing (a test)'), () => {
  beforeAll(() => { throw new Error('hooks must not run'); });
  it.each([1, 2])('%i', () => { throw new Error('nor tests'); });
  describe('and a group in it', () => { it('too', () => {}); });
});
it('by itself', ({ skip }) => skip('WebGPU is not available: no adapter. Install one.'));
it.skip('silently', () => {});
it('runs', () => {});
`;

it('skipped tests are counted by reason, and hooks of skipped groups do not run', { timeout: 240_000 }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-skips-'));
  try {
    symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    writeFileSync(join(folder, 'a.test.ts'), TESTS);
    const skips = join(folder, 'skips.json');
    const vitest = join(ROOT, 'node_modules', 'vitest', 'vitest.mjs');
    execFileSync(process.execPath, [vitest, 'run', `--reporter=${join(ROOT, 'tools', 'run-reporter.ts')}`], {
      cwd: folder,
      env: { ...process.env, SPMV_RUN: skips },
    });
    const worth = JSON.parse(readFileSync(skips, 'utf8')) as RunWorth;
    expect(worth.skipped).toEqual({
      'no such thing (a test)': 3,
      'WebGPU is not available: no adapter': 1,
      'without a reason: a.test.ts': 1,
    });
    expect(worth.files).toMatchObject([{ file: 'a.test.ts', tests: 1, products: 0 }]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

it('what is counted so far is written while the run goes on, for one that is stopped', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'spmv-run-')), 'run.json');
  vi.stubEnv('SPMV_RUN', file);
  const { onTestModuleEnd } = createRunReporter();
  vi.unstubAllEnvs();
  const module = { children: { allTests: (state: string) => (state === 'passed' ? [1, 2, 3] : [4]) } };
  onTestModuleEnd?.(module as never);
  onTestModuleEnd?.(module as never);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ passed: 6, failed: 2 });
});
