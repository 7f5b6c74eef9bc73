import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import os from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeProject } from './helpers/project.ts';
import { runCli } from './helpers/run-cli.ts';

const cwd = fakeProject({ workspace: ['backend-serial', 'formats', 'kernels-cpu'] });
let load = 1;

// One after the other: they replace what all of this process see.
describe('the load of a machine', { concurrent: false }, () => {
  beforeEach(() => {
    load = 1;
    vi.spyOn(os, 'loadavg').mockImplementation(() => [load, 0, 0]);
    const { open } = files;
    vi.spyOn(files, 'open').mockImplementation((...args) => {
      load = 9;
      return open(...args);
    });
    syncBuiltinESMExports();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });

  it.each([
    ['rank', 'LF10', '--unweighted'],
    ['reorder', 'LF10'],
    ['advise', 'LF10', '--trials', '0'],
    [
      'tune',
      'LF10',
      '--kernel',
      'js/csr',
      '--precision',
      'f64',
      '--backend',
      'serial',
      '--no-keep',
      '--time-budget',
      '1s',
    ],
  ])('the load in the document of spmv %s is that before its own work', async (...args) => {
    const { stdout } = await runCli([...args, '--json'], { cwd });
    expect([load, JSON.parse(stdout) as { host: unknown }]).toMatchObject([9, { host: { loadAverage: 1 } }]);
  });

  it.each([
    [1, false],
    [900, true],
  ])('spmv advise says of a load of %d before its work whether the machine is busy', async (before, isBusy) => {
    vi.spyOn(os, 'loadavg').mockImplementation(() => [before === 1 ? 0 : before, 0, 0]);
    syncBuiltinESMExports();
    const { stdout } = await runCli(['advise', 'LF10', '--trials', '1'], { cwd });
    expect(stdout.includes('This machine is busy: its load was 900.0 on')).toBe(isBusy);
  });
});
