import { openSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runProcess, STACK_TRACE } from './helpers/run-cli.ts';
import { needs } from '../../../tools/needs.ts';

describe('an output that is full', needs('full'), () => {
  const cwd = fakeProject({});
  it.each([
    ['--version'],
    ['--help'],
    ['formats'],
    ['validate', 'cage4', '--kernel', 'js/csr', '--json'],
    ['multiply', 'cage4'],
    ['generate', 'tridiagonal', 'rows=10'],
    ['convert', 'cage4', '-'],
  ])('%s: one line, no success', async (...args) => {
    const { code, stderr } = await runProcess(args, { cwd, stdout: openSync('/dev/full', 'w') });
    expect(stderr).toMatch(/^error: .*no space left on the device/);
    expect(stderr).not.toMatch(STACK_TRACE);
    expect(code).toBe(1);
  });

  it('standard error: the results come, and it is no success', async () => {
    const run = await runProcess(['multiply', 'cage4', '--kernel', 'js/csr'], {
      cwd,
      stderr: openSync('/dev/full', 'w'),
    });
    expect(run.stdout).toContain('9 1');
    expect(run.code).toBe(1);
  });
});
