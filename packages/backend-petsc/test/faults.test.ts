import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { cpus } from 'node:os';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { missing } from './missing.ts';
import { isRunning, leftOf, started } from './started.ts';
import { needs, unless } from '../../../tools/needs.ts';

const lack = await missing();

const FEW = cpus().length < 500 ? undefined : 'no fewer than 500 processors (as most machines have)';

/** A file system of 12 MB in the folder that `sh -c` is given as its name. */
const MOUNT = 'mount -t tmpfs -o size=12m tmpfs "$0"';

/** What is thrown by products one after another, at the latest when twenty seconds have gone by. */
function failureOf(multiply: () => void): unknown {
  const end = Date.now() + 20_000;
  while (Date.now() < end) {
    try {
      multiply();
    } catch (error) {
      return error;
    }
  }
  return 'no error';
}

function inHalfASecond(signal: string, pid: number): void {
  spawn('sh', ['-c', `sleep 0.5; kill -${signal} ${pid}`], { stdio: 'ignore' });
}

// A folder for this file alone: other files of tests start ranks meanwhile.
const folder = lack === undefined ? mkdtempSync('/dev/shm/spmv-faults-') : '';
if (lack === undefined) process.env['SPMV_PETSC_FOLDER'] = folder;
const ours = (): readonly string[] => readdirSync(folder);

afterAll(() => {
  if (lack === undefined) rmSync(folder, { recursive: true });
});

describe('ranks that end', unless(lack), () => {
  it('a rank killed during products is an error of them, and a new team computes', async () => {
    const { backend, A, x, y, ranks, processes } = await started({ ranks: 3 });
    expect(ranks).toHaveLength(3);
    inHalfASecond('KILL', ranks[1] ?? 0);
    const error = failureOf(() => A.apply(x, y));
    expect(error).toMatchObject({
      code: 'BACKEND.WORKER_LOST',
      fix: expect.stringContaining('open it again') as string,
    });
    expect(failureOf(() => A.apply(x, y))).toBe(error);
    await expect(backend.finish()).rejects.toBe(error);
    await backend.dispose();
    expect(await leftOf(processes)).toEqual([]);
    const again = await started();
    again.A.apply(again.x, again.y);
    expect((await again.y.read())[999]).toBe(999);
    await again.backend.dispose();
    expect(await leftOf(again.processes)).toEqual([]);
  });

  it('a rank killed while nobody computes is an error of the next product', async () => {
    const { backend, A, x, y, ranks, processes } = await started();
    process.kill(ranks[0] ?? 0, 'SIGKILL');
    expect(await leftOf(processes)).toEqual([]);
    expect(failureOf(() => A.apply(x, y))).toMatchObject({ code: 'BACKEND.WORKER_LOST' });
    await backend.dispose();
  });

  it('a rank that hangs is an error within seconds, and is ended with all others', async () => {
    const { backend, A, x, y, ranks, processes } = await started({ silenceSeconds: 1 });
    process.kill(ranks[1] ?? 0, 'SIGSTOP');
    const error = failureOf(() => A.apply(x, y));
    expect(error).toMatchObject({
      code: 'BACKEND.WORKER_LOST',
      message: expect.stringMatching(/rank \d gave no sign of life for 1 s/u) as string,
    });
    await backend.dispose();
    expect(await leftOf(processes)).toEqual([]);
  });

  it('Node and ranks that all stood still, as where a machine sleeps, go on: nobody was silent while somebody looked', async () => {
    const program = new URL('started.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--conditions=@spmv/source', program, 'compute'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const processes = said.toString().trim().split(' ').map(Number);
    const ranks = processes.slice(1);
    for (const pid of ranks) process.kill(pid, 'SIGSTOP');
    // Node waits for them by now. Three seconds without a sign of life would be too many.
    await pause(300);
    process.kill(child.pid ?? 0, 'SIGSTOP');
    await pause(4500);
    process.kill(child.pid ?? 0, 'SIGCONT');
    await pause(300);
    for (const pid of ranks) process.kill(pid, 'SIGCONT');
    await pause(2500);
    expect([child.exitCode, processes.filter(isRunning)]).toEqual([null, processes]);
    child.kill('SIGKILL');
    expect(await leftOf(processes)).toEqual([]);
  });

  it('a killed mpiexec is an error, and its ranks end', async () => {
    const { backend, A, x, y, job, processes } = await started();
    inHalfASecond('KILL', job);
    expect(failureOf(() => A.apply(x, y))).toMatchObject({ code: 'BACKEND.WORKER_LOST' });
    await backend.dispose();
    expect(await leftOf(processes)).toEqual([]);
  });

  it.each([
    ['SIGKILL', 'compute', undefined],
    ['SIGKILL', 'idle', undefined],
    ['SIGKILL', 'idle', 'SIGSTOP'],
    ['SIGINT', 'compute', undefined],
  ] as const)('ended by %s in the midst of %s (a rank: %s), Node leaves nothing', async (signal, mode, first) => {
    const program = new URL('started.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, ['--conditions=@spmv/source', program, 'compute', mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const processes = said.toString().trim().split(' ').map(Number);
    expect(processes).toHaveLength(3);
    expect(processes.every(isRunning)).toBe(true);
    if (first) process.kill(processes[1] ?? 0, first);
    // As Ctrl-C does: to all processes of the terminal's group.
    process.kill(-(child.pid ?? 0), signal);
    expect((await once(child, 'exit'))[1]).toBe(signal);
    expect(await leftOf(processes)).toEqual([]);
    expect(ours()).toEqual([]);
  });
});

describe('what has no room', unless(lack), () => {
  it('a full disk refuses a vector, and everything else goes on', async () => {
    const { backend, A, x, y, processes } = await started();
    const limit = (bytes: string): void => {
      execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:unlimited`]);
    };
    limit(String(8 * 2 ** 20));
    try {
      await expect(async () => backend.vector(2 ** 21)).rejects.toMatchObject({
        code: 'BACKEND.OUT_OF_MEMORY',
        message: expect.stringContaining('a vector of 2097152 elements'),
      });
      const small = backend.vector(1000);
      A.apply(x, small);
      expect((await small.read())[999]).toBe(999);
    } finally {
      limit('unlimited');
    }
    const large = backend.vector(2 ** 21);
    expect((await large.read()).every((value) => value === 0)).toBe(true);
    A.apply(x, y);
    await backend.dispose();
    expect(await leftOf(processes)).toEqual([]);
    expect(ours()).toEqual([]);
  });

  it('a file system that is full refuses vectors down to its last page, while products go on', needs('mounts'), () => {
    const program = new URL('started.ts', import.meta.url).pathname;
    const run = `${MOUNT} && exec "$1" --conditions=@spmv/source "$2" fill "$0"`;
    const args = ['-Urm', 'sh', '-c', run, folder, process.execPath, program];
    expect(JSON.parse(execFileSync('unshare', args, { encoding: 'utf8' }))).toEqual({
      code: 'BACKEND.OUT_OF_MEMORY',
      message: expect.stringContaining(`${folder} has no room for a vector of 262144 elements`) as string,
      sums: 999,
      again: true,
      last: 999,
      left: [],
    });
    expect(ours()).toEqual([]);
  });

  it('more ranks than slots are refused with the number', unless(FEW), async () => {
    const error = await started({ ranks: 500, oversubscribe: false }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'BACKEND.LIMIT', message: expect.stringContaining('500 ranks') as string });
    expect(ours()).toEqual([]);
  });

  it('a folder that is not there is an error', async () => {
    await expect(started({ folder: '/nowhere' })).rejects.toMatchObject({ code: 'BACKEND.FAILED' });
  });
});
