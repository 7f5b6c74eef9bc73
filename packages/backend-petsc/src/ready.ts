import { cpus } from 'node:os';
import process from 'node:process';
import type { OpenOptions } from '@spmv/core';
import { carriedPetsc } from './carried.ts';
import type { Native } from './compile.ts';
import { compileNative } from './compile.ts';
import { unavailable } from './errors.ts';
import type { Petsc } from './find-petsc.ts';
import { findPetsc } from './find-petsc.ts';
import type { PetscOptions, PetscSettings } from './options.ts';
import { settingsOf } from './options.ts';
import { ENDING_MS } from './job.ts';
import type { TimeLeft } from './time-left.ts';
import { createTimeLeft } from './time-left.ts';

/** Everything that ranks can be started with. */
export interface Ready {
  readonly petsc: Petsc;
  readonly native: Native;
  readonly settings: PetscSettings;
}

/** Whether Open MPI was told by its own variables that it may run as root. */
function isRootAllowed({ env }: NodeJS.Process): boolean {
  return env['OMPI_ALLOW_RUN_AS_ROOT'] === '1' && env['OMPI_ALLOW_RUN_AS_ROOT_CONFIRM'] === '1';
}

/** What programs of the machine have to say what they are, and the compiler after them: shares of the time that is left then. */
export interface Shares {
  readonly answers: number;
  readonly compiler: number;
}

/** Of opening: most for the compiler, and a sixth of what is left then for the ranks to start. */
const OPENED: Shares = { answers: 1 / 3, compiler: 5 / 6 };
/** Of asking whether it can run: nothing is started, and something is left to say so. */
export const PROBED: Shares = { answers: 1 / 2, compiler: 2 / 3 };
/** Most time that programs have to answer, where nobody is in a hurry. */
const ANSWER_MS = 20_000;

/** PETSc of this machine or of the folder `prefix`, and its native code, not yet made. Errors: `BACKEND.UNAVAILABLE`. */
async function sourceOf(
  prefix: string | undefined,
  left: { answers(): number; compiler(): number },
): Promise<{ petsc: Petsc; native(): Promise<Native> }> {
  if (process.platform !== 'linux')
    throw unavailable(`it runs on Linux, and this is ${process.platform}`, 'Use another backend here.');
  if (prefix !== undefined) return carriedPetsc(prefix);
  const petsc = await findPetsc(left.answers());
  return { petsc, native: () => compileNative(petsc, left.compiler()) };
}

/** What ranks can be started with once it is compiled. */
export interface RankPrograms {
  readonly petsc: Petsc;
  readonly settings: PetscSettings;
  readonly left: TimeLeft;
  /** Errors: `BACKEND.UNAVAILABLE`. */
  native(): Promise<Native>;
}

/** What there is of the time that the caller waits: ranks that do not come are ended within it, too. */
function timeToOpen(withinMs: number, shares: Shares): number {
  return Math.max(0, shares === OPENED ? withinMs - ENDING_MS : withinMs);
}

/** Finds what is needed, whether compiled or not. Errors: `BACKEND.UNAVAILABLE`. */
export async function find(own: PetscOptions, options: OpenOptions, shares: Shares = OPENED): Promise<RankPrograms> {
  const settings = settingsOf(own, options);
  const left = createTimeLeft(options.withinMs === undefined ? undefined : timeToOpen(options.withinMs, shares));
  const { petsc, native } = await sourceOf(settings.prefix, {
    answers: () => left.of(ANSWER_MS, shares.answers),
    compiler: () => left.of(1000 * settings.compileSeconds, shares.compiler),
  });
  if (process.geteuid?.() === 0 && !settings.allowRoot && !isRootAllowed(process))
    throw unavailable(
      'mpiexec does not run as root unless it is told to',
      'Run as another user, or set SPMV_PETSC_ALLOW_ROOT=1 (option allowRoot) where root is meant, as in a container.',
    );
  return { petsc, settings, left, native };
}

/** Finds what is needed, and compiles it unless it came compiled. Errors: `BACKEND.UNAVAILABLE`. */
export async function ready(own: PetscOptions, options: OpenOptions): Promise<Ready> {
  const { petsc, settings, left, native } = await find(own, options);
  const made = await native();
  // What is left is for the ranks.
  const startSeconds = left.of(1000 * settings.startSeconds, 1) / 1000;
  return { petsc, native: made, settings: { ...settings, startSeconds } };
}

/** The device as `spmv backends` lists it: ranks first, since they name it. */
export function machineName({ ranks, hostfile }: PetscSettings): string {
  const where = hostfile === undefined ? (cpus()[0]?.model.trim() ?? 'this machine') : `the hosts of ${hostfile}`;
  return `${ranks} ${ranks === 1 ? 'rank' : 'ranks'} on ${where}`;
}
