import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { petscBackend } from '../src/descriptor.ts';
import { findPetsc } from '../src/find-petsc.ts';
import { mpiexecArguments, startFailure } from '../src/job.ts';
import { settingsOf } from '../src/options.ts';
import { missing } from './missing.ts';
import { needsLinux, unless } from '../../../tools/needs.ts';

const lack = await missing();
const before = { ...process.env };
const folders: string[] = [];
// Whatever is asked for where the tests run, root among it.
beforeEach(() => {
  for (const name of Object.keys(process.env)) if (/^SPMV_PETSC_|^OMPI_/u.test(name)) delete process.env[name];
});
afterEach(() => {
  for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
  Object.assign(process.env, before);
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** A folder whose programs of these names do what is said, to be the whole of PATH. */
function programs(scripts: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'spmv-petsc-test-'));
  folders.push(folder);
  for (const [name, script] of Object.entries(scripts))
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
  return folder;
}

describe('options', () => {
  it('options of open come before options of the backend, and these before the environment', () => {
    process.env['SPMV_PETSC_RANKS'] = '5';
    expect(settingsOf({}).ranks).toBe(5);
    expect(settingsOf({ ranks: 4 }).ranks).toBe(4);
    expect(settingsOf({ ranks: 4 }, { options: { ranks: 3 } }).ranks).toBe(3);
    expect(settingsOf({ ranks: 4 }, { device: '2', options: { ranks: 3 } }).ranks).toBe(2);
    expect(settingsOf({}, { device: '12 ranks on a machine' }).ranks).toBe(12);
  });

  it.each([
    [{ ranks: 0 }, 'an integer from 1 to 1024'],
    [{ ranks: 1.5 }, 'an integer from 1 to 1024'],
    [{ ranks: 1025 }, 'an integer from 1 to 1024'],
    [{ folder: 'relative' }, 'an absolute path'],
    [{ bind: 'socket' }, 'one of none, core'],
    [{ silenceSeconds: 0 }, 'seconds from 0.5'],
    [{ allowRoot: 1 }, 'true or false'],
    [{ rank: 2 }, 'one of the options ranks'],
  ] as const)('%o are refused with what would do', (options, fix) => {
    expect(() => settingsOf({}, { options })).toThrow(
      expect.objectContaining({ code: 'BACKEND.UNAVAILABLE', fix: expect.stringContaining(fix) as string }) as Error,
    );
  });

  it('refuse a device that is no number of ranks', () => {
    expect(() => settingsOf({}, { device: 'gpu' })).toThrow("no device 'gpu'");
  });

  it('add nothing to mpiexec that was not asked for', () => {
    const plain = mpiexecArguments({ ...settingsOf({ ranks: 2 }), yields: false }, 'worker', '/f');
    expect(plain.join(' ')).toBe(
      '--mca btl_vader_backing_directory /f --mca orte_tmpdir_base /f --bind-to none -n 2 worker /f',
    );
    const asked = { allowRoot: true, oversubscribe: true, hostfile: 'hosts', bind: 'core' } as const;
    expect(mpiexecArguments({ ...settingsOf({ ranks: 9, ...asked }), yields: true }, 'worker', '/f').join(' ')).toBe(
      '--allow-run-as-root --oversubscribe --hostfile hosts --bind-to core --mca mpi_yield_when_idle 1 -n 9 worker /f',
    );
  });
});

describe('a failure to start', () => {
  it('is a limit where there are not enough slots, else a loss with the words of mpiexec', () => {
    const settings = settingsOf({ ranks: 3 });
    const limit = startFailure('mpiexec ended with status 1', 'There are not enough slots available', settings);
    expect(limit).toMatchObject({ code: 'BACKEND.LIMIT', details: { ranks: 3 } });
    expect(startFailure('mpiexec ended with status 1', 'no route', settings)).toMatchObject({
      code: 'BACKEND.WORKER_LOST',
      message: expect.stringContaining('no route') as string,
    });
  });
});

describe('a machine', needsLinux(), () => {
  const SILENT = { 'pkg-config': 'echo 3', mpicxx: 'echo 1', mpiexec: 'echo "mpiexec (OpenRTE) 4.1.4"' };

  it('has everything that is found', async () => {
    process.env['PATH'] = `${programs(SILENT)}:/usr/bin:/bin`;
    expect(await findPetsc(60_000)).toMatchObject({ version: '3', mpi: 'Open MPI 4.1.4', mpiexec: 'mpiexec' });
  });

  it.each([
    ['pkg-config', 'exit 1', 'pkg-config knows no PETSc'],
    ['mpicxx', 'exit 1', "'mpicxx' does not say its version"],
    ['mpiexec', 'echo "HYDRA build details"', "'mpiexec' is not Open MPI's"],
  ])('whose %s says %s is unavailable, and says what to install', async (name, script, reason) => {
    process.env['PATH'] = `${programs({ ...SILENT, [name]: script })}:/usr/bin:/bin`;
    const found = await petscBackend({ ranks: 2 }).probe();
    expect(found).toMatchObject({
      available: false,
      reason: expect.stringContaining(reason) as string,
      fix: expect.stringContaining('apt install') as string,
    });
  });

  it('whose mpiexec says nothing is busy, not without it', async () => {
    process.env['PATH'] = `${programs({ ...SILENT, mpiexec: 'sleep 5' })}:/usr/bin:/bin`;
    await expect(findPetsc(300)).rejects.toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      message: expect.stringContaining("'mpiexec --version' said nothing for 0.3 s") as string,
      fix: expect.stringContaining('less busy') as string,
    });
  });

  it('without any of them is unavailable', async () => {
    process.env['PATH'] = programs({});
    expect(await petscBackend({ ranks: 2 }).probe()).toMatchObject({
      available: false,
      reason: expect.stringMatching(/^there is no '/u) as string,
    });
    await expect(petscBackend({ ranks: 2 }).open({})).rejects.toMatchObject({ code: 'BACKEND.UNAVAILABLE' });
  });

  it('whose carried PETSc is not there is unavailable, and says which folder', async () => {
    process.env['SPMV_PETSC_PREFIX'] = programs({});
    expect(await petscBackend({ ranks: 2, allowRoot: true }).probe()).toMatchObject({
      available: false,
      reason: expect.stringMatching(/SPMV_PETSC_PREFIX names \/.*petsc\.json/u) as string,
      fix: expect.stringContaining('--petsc') as string,
    });
  });

  it(
    'is unavailable to root unless that is asked for',
    unless(lack ?? (process.geteuid?.() === 0 ? undefined : 'not run by root (sudo npm test)')),
    async () => {
      expect(await petscBackend({ ranks: 2, allowRoot: false }).probe()).toMatchObject({
        available: false,
        fix: expect.stringContaining('SPMV_PETSC_ALLOW_ROOT=1') as string,
      });
      process.env['SPMV_PETSC_ALLOW_ROOT'] = '1';
      expect(await petscBackend({ ranks: 2 }).probe()).toMatchObject({ available: true });
    },
  );

  it('whose compiler refuses is unavailable, with its words', unless(lack), async () => {
    const compiler = join(
      programs({ 'c++': 'test "$1" = --version || { echo "error: no headers" >&2; exit 1; }' }),
      'c++',
    );
    Object.assign(process.env, { MPICXX: compiler, SPMV_CACHE: programs({}) });
    expect(await petscBackend({ ranks: 2, allowRoot: true }).probe()).toMatchObject({
      available: false,
      reason: expect.stringContaining('error: no headers') as string,
    });
  });

  it(
    'whose compiler is slow is available, opening says so, and what it makes is there later',
    unless(lack),
    async () => {
      const { compiler } = await findPetsc(60_000);
      const [slow, cache] = [
        programs({ 'c++': `test "$1" = --version || sleep 5; exec ${compiler} "$@"` }),
        programs({}),
      ];
      Object.assign(process.env, { MPICXX: join(slow, 'c++'), SPMV_CACHE: cache });
      expect(await petscBackend({ ranks: 1, allowRoot: true }).probe()).toMatchObject({
        available: true,
        details: [{ compiling: expect.stringContaining('opening waits') as string }],
      });
      const opening = { ranks: 1, allowRoot: true, oversubscribe: true };
      await expect(petscBackend({ ...opening, compileSeconds: 0.05 }).open({})).rejects.toMatchObject({
        code: 'BACKEND.UNAVAILABLE',
        message: expect.stringContaining('still being compiled after 0.05 s') as string,
        fix: expect.stringContaining('goes on by itself') as string,
      });
      const backend = await petscBackend({ ...opening, compileSeconds: 200 }).open({});
      await backend.dispose();
      expect(readdirSync(join(cache, 'petsc')).filter((name) => !name.endsWith('.lock'))).toHaveLength(2);
    },
  );
});
