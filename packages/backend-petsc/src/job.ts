import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { SpmvError } from '@spmv/core';
import { workerLost } from './errors.ts';
import type { Native } from './compile.ts';
import type { Petsc } from './find-petsc.ts';
import type { PetscSettings } from './options.ts';

/** Open MPI's names for where it keeps what ranks share, and what it knows of a job. */
const FOLDERS = ['btl_vader_backing_directory', 'orte_tmpdir_base'];

/** What mpiexec is started with. */
export function mpiexecArguments(settings: PetscSettings, worker: string, folder: string): readonly string[] {
  const { ranks, hostfile, allowRoot, oversubscribe, bind, yields } = settings;
  return [
    ...(allowRoot ? ['--allow-run-as-root'] : []),
    ...(oversubscribe ? ['--oversubscribe'] : []),
    // What Open MPI writes goes away with the folder, however ranks end, and nobody else makes or removes it meanwhile; on other hosts there is none.
    ...(hostfile === undefined ? FOLDERS.flatMap((name) => ['--mca', name, folder]) : ['--hostfile', hostfile]),
    '--bind-to',
    bind,
    ...(yields ? ['--mca', 'mpi_yield_when_idle', '1'] : []),
    '-n',
    String(ranks),
    worker,
    folder,
  ];
}

/**
 * Variables of mpiexec and the ranks. Where the system gives large pages on request, the matrices of PETSc get them: products of a matrix beyond the caches then take a tenth less.
 * What somebody set for the C library stays.
 */
export function jobEnvironment(petsc: Petsc, settings: PetscSettings): NodeJS.ProcessEnv {
  return {
    GLIBC_TUNABLES: 'glibc.malloc.hugetlb=1',
    ...process.env,
    ...petsc.environment,
    SPMV_PETSC_MEMORY: settings.memory,
  };
}

/** mpiexec and what it started. */
export interface Job {
  readonly pid: number;
  /** What it said last on its standard error. */
  said(): string;
  /** Resolves when it has ended. */
  readonly ended: Promise<string>;
  /** Ends it, at the latest by force. */
  kill(): Promise<void>;
  /** Waits for it to end by itself for so long; whether it did. */
  ends(milliseconds: number): Promise<boolean>;
  /** From now on it does not keep the process. */
  unref(): void;
}

const MOST_SAID = 4096;
/** How long mpiexec has to end its ranks, and how long the system has to end it. */
const [TERM_MS, KILL_MS] = [3000, 2000];
/** Most time that ending takes, and a second for the machine. */
export const ENDING_MS: number = TERM_MS + KILL_MS + 1000;

function reasonOf(code: number | null, signal: string | null): string {
  return signal === null ? `mpiexec ended with status ${code}` : `mpiexec was ended by ${signal}`;
}

/** Errors: `BACKEND.FAILED`, where it does not start. */
export async function startJob(petsc: Petsc, native: Native, settings: PetscSettings, folder: string): Promise<Job> {
  const args = mpiexecArguments(settings, native.worker, folder);
  const env = jobEnvironment(petsc, settings);
  // Its own session: Ctrl-C is for Node to decide about. The worker becomes mpiexec, which the system ends when Node ends.
  const child: ChildProcess = spawn(native.worker, ['--start', String(process.pid), petsc.mpiexec, ...args], {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  let said = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString()).slice(-MOST_SAID);
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(reasonOf(code, signal)));
  });
  try {
    await once(child, 'spawn');
  } catch (cause) {
    throw new SpmvError('BACKEND.FAILED', `Backend 'petsc' cannot start '${petsc.mpiexec}'.`, {
      fix: 'Name a folder from which programs may run in SPMV_CACHE.',
      cause,
    });
  }
  const isOver = (): boolean => child.exitCode !== null || child.signalCode !== null;
  const ends = async (milliseconds: number): Promise<boolean> => {
    if (isOver()) return true;
    child.ref();
    const over = new AbortController();
    const late = pause(milliseconds, undefined, { signal: over.signal }).catch(() => {});
    await Promise.race([ended, late]);
    over.abort();
    return isOver();
  };
  return {
    pid: child.pid ?? 0,
    said: () => said.trim(),
    ended,
    ends,
    async kill() {
      if (isOver()) return;
      child.kill('SIGTERM');
      if (await ends(TERM_MS)) return;
      child.kill('SIGKILL');
      await ends(KILL_MS);
    },
    unref() {
      child.unref();
      (child.stderr as { unref?: () => void } | null)?.unref?.();
    },
  };
}

/** Why ranks did not come, from what mpiexec said. */
export function startFailure(reason: string, said: string, settings: PetscSettings): SpmvError {
  const details = { reason, said, ranks: settings.ranks };
  if (said.includes('not enough slots'))
    return new SpmvError(
      'BACKEND.LIMIT',
      `Backend 'petsc' was asked for ${settings.ranks} ranks, more than mpiexec has slots for.`,
      {
        fix: 'Ask for fewer ranks (SPMV_PETSC_RANKS, option ranks), or set SPMV_PETSC_OVERSUBSCRIBE=1 to run several on a core.',
        details,
      },
    );
  const lost = workerLost(
    `${reason} before all ${settings.ranks} were there${said === '' ? '' : `: ${said}`}`,
    details,
  );
  return lost;
}
