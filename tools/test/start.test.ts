import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { isInRange } from '../start/node-range.mjs';
import { comparedWith, requireTests } from '../start/selected.mjs';
import { closingLine, countTests, failedLines, skippedLines, stoppedLine } from '../start/test-counts.mjs';

/** Whether a process is there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const file = (status: string, ...tests: readonly string[]): object => ({
  status,
  assertionResults: tests.map((each) => ({ status: each })),
});
const report = {
  numPassedTests: 5,
  numFailedTests: 0,
  testResults: [file('passed', 'passed')],
};

describe('the closing line', () => {
  test('sums a clean run', () => {
    expect(closingLine(countTests(report, [], false))).toBe('5 passed, 0 failed');
  });

  test('comes after what was skipped, by reason', () => {
    expect(skippedLines({ 'no g++ (apt install g++)': 2, 'no chromium (apt install chromium)': 30 })).toBe(
      'skipped 30: no chromium (apt install chromium)\nskipped 2: no g++ (apt install g++)\n',
    );
  });

  test('counts failed tests, files that could not be loaded and failed stages', () => {
    const broken = { ...report, numFailedTests: 1, testResults: [file('failed', 'failed', 'passed'), file('failed')] };
    expect(closingLine(countTests(broken, ['lint', 'build'], true))).toBe('5 passed, 4 failed');
  });

  test('comes after the names of what failed, not more than a screen of them', () => {
    const one = (name: string, ...tests: readonly string[]): object => ({
      name: `/repo/${name}`,
      status: 'failed',
      assertionResults: tests.map((fullName) => ({ fullName, status: 'failed' })),
    });
    expect(failedLines({ testResults: [one('a.test.ts', 'adds'), one('b.test.ts')] }, '/repo')).toBe(
      'failed: a.test.ts > adds\nfailed: b.test.ts\n',
    );
    const many = one('a.test.ts', ...Array.from({ length: 30 }, (_, k) => `test ${k}`));
    expect(
      failedLines({ testResults: [many] }, '/repo')
        .trimEnd()
        .split('\n')
        .at(-1),
    ).toBe('and 10 more');
    expect(failedLines(undefined, '/repo')).toBe('');
  });

  test('never says 0 failed when something did', () => {
    expect(closingLine(countTests(undefined, [], true))).toBe('0 passed, 1 failed');
    expect(closingLine(countTests(report, [], true))).toBe('5 passed, 1 failed');
  });
});

describe('a run that is told to stop', () => {
  test('ends with what was counted until then', () => {
    expect(stoppedLine(undefined)).toBe('Stopped: nothing was counted.');
    expect(stoppedLine({ passed: 12, failed: 1 })).toBe('Stopped: 12 passed, 1 failed so far.');
  });

  test.each(['SIGINT', 'SIGTERM'] as const)(
    '%s: ends all that its stages started, with 130',
    async (signal) => {
      const folder = mkdtempSync(join(tmpdir(), 'spmv-stage-'));
      const forever = 'setInterval(() => {}, 1000);';
      const started = `const { spawn } = require('node:child_process'); const child = spawn(process.execPath, ['-e', ${JSON.stringify(forever)}]); console.log('\\u001b[31m' + (process.env.NO_COLOR ?? 'coloured') + ' ' + child.pid); ${forever}`;
      const stage = JSON.stringify(new URL('../start/stage.mjs', import.meta.url).href);
      const log = join(folder, 'stage.log');
      const main = `import { quietStage } from ${stage}; try { await quietStage('long', ${JSON.stringify(log)}, process.execPath, ['-e', ${JSON.stringify(started)}]); } catch (error) { console.log(error.message); process.exitCode = error.exitCode; }`;
      const run = spawn(process.execPath, ['--input-type=module', '-e', main]);
      let said = '';
      run.stdout.on('data', (chunk) => (said += String(chunk)));
      const pidOf = (): number => Number(/1 (\d+)/u.exec(readFileSync(log, 'utf8'))?.[1]);
      await expect.poll(() => said.includes('long') && pidOf(), { timeout: 20_000 }).toBeGreaterThan(0);
      const ended = new Promise((resolve) => run.once('exit', resolve));
      run.kill(signal);
      expect(await ended).toBe(130);
      expect(said).toContain('Stopped.');
      await expect.poll(() => isAlive(pidOf()), { timeout: 10_000 }).toBe(false);
    },
    40_000,
  );
});

describe('what is selected', () => {
  const git = (cwd: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], { cwd, encoding: 'utf8' });

  test(
    'is compared with origin/main, so that a commit on main counts; without an origin with main',
    needs('git'),
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'spmv-compared-'));
      const [first, clone] = ['first', 'clone'].map((name) => join(folder, name)) as [string, string];
      git(folder, 'init', '--quiet', '--initial-branch=main', first);
      expect(() => comparedWith(first)).toThrow('git finds neither here. Run: git fetch');
      git(first, 'commit', '--quiet', '--allow-empty', '-m', 'a');
      expect(comparedWith(first)).toBe('main');
      git(folder, 'clone', '--quiet', first, clone);
      writeFileSync(join(clone, 'file'), 'text');
      git(clone, 'add', 'file');
      git(clone, 'commit', '--quiet', '-m', 'b');
      expect(git(clone, 'diff', '--name-only', `${comparedWith(clone)}...HEAD`)).toBe('file\n');
    },
  );

  test('is there, or the run ends before the build', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-selected-'));
    await requireTests(['tools/test/start.test.ts'], folder);
    await expect(requireTests(['packages/nowhere'], folder)).rejects.toThrow(
      "No test is selected by 'packages/nowhere', so nothing would be tested.",
    );
  });
});

describe('the range of Nodes', () => {
  test.each([
    ['20.18.9', false],
    ['20.19.0', true],
    ['20.20.2', true],
    ['21.7.3', false],
    ['22.11.9', false],
    ['22.12.0', true],
    ['22.12.1', true],
    ['23.0.0', true],
    ['24.21.0', true],
  ])('%s is inside: %s', (version, inside) => {
    expect(isInRange(version, '^20.19.0 || >=22.12.0')).toBe(inside);
  });

  test('that is written otherwise is refused', () => {
    expect(() => isInRange('20.0.0', '20.x')).toThrow("'20.x' is neither");
  });
});
