import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, describe, expect, it } from 'vitest';
import { compileNative } from '../src/compile.ts';
import { petscBackend } from '../src/descriptor.ts';
import { findPetsc } from '../src/find-petsc.ts';
import { createTimeLeft } from '../src/time-left.ts';
import { missing } from './missing.ts';
import { unless } from '../../../tools/needs.ts';

const lack = await missing();

describe('the time that is left', () => {
  it('is shared by steps, however long each of them takes of it', () => {
    for (const [first, second] of [
      [0, 0],
      [1, 1],
      [0.3, 1],
    ] as const) {
      let now = 0;
      const left = createTimeLeft(54_000, () => now);
      now += first * left.of(20_000, 1 / 3);
      const compiler = left.of(50_000, 5 / 6);
      expect(compiler).toBeLessThanOrEqual(45_000);
      now += second * compiler;
      const start = left.of(60_000, 1);
      expect(start).toBeGreaterThanOrEqual(6000);
      expect(now + start).toBeLessThanOrEqual(54_000);
    }
  });

  it('each step has its own time where no caller has a limit', () => {
    expect(createTimeLeft(undefined).of(50_000, 5 / 6)).toBe(50_000);
  });

  it('is never nothing', () => {
    let now = 0;
    const left = createTimeLeft(10, () => now);
    now = 1000;
    expect(left.of(50_000, 1)).toBe(1);
  });
});

describe('opening in time', unless(lack), () => {
  const before = { ...process.env };
  const folders: string[] = [];
  afterEach(() => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });
  const program = (script: string): string => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-petsc-test-'));
    folders.push(folder);
    writeFileSync(join(folder, 'program'), `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    return join(folder, 'program');
  };
  const own = { ranks: 1, allowRoot: true, oversubscribe: true, compileSeconds: 3600, startSeconds: 3600 };

  it('opening stops waiting for ranks before its caller does', async () => {
    process.env['MPIEXEC'] = program(
      'test "$1" = --version && { echo "mpiexec (OpenRTE) 4.1.4"; exit; }; exec sleep 600',
    );
    // What is compiled is kept by the program that starts ranks, too.
    await compileNative(await findPetsc(60_000), 3_600_000);
    await expect(petscBackend(own).open({ withinMs: 12_000 })).rejects.toMatchObject({
      code: 'BACKEND.WORKER_LOST',
      message: expect.stringMatching(/[0-6](\.\d+)? s went by/u) as string,
    });
  });

  it('opening stops waiting for a compiler before its caller does', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'spmv-petsc-test-'));
    folders.push(folder);
    process.env['SPMV_CACHE'] = folder;
    process.env['MPICXX'] = program('test "$1" = --version && { echo "slow 1"; exit; }; sleep 12; exit 1');
    await expect(petscBackend(own).open({ withinMs: 9000 })).rejects.toMatchObject({
      code: 'BACKEND.UNAVAILABLE',
      details: { stillCompiling: true },
      message: expect.stringMatching(/after (0\.\d+|1|2|[12]\.\d+) s/u) as string,
    });
  });
});
