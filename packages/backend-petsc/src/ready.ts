import { cpus } from 'node:os';
import process from 'node:process';
import type { OpenOptions } from '@spmv/core';
import { carriedPetsc } from './carried.ts';
import type { Native } from './compile.ts';
import { compileNative } from './compile.ts';
import { unavailable } from './errors.ts';
import type { Petsc } from './find-petsc.ts';
import { findPetsc } from './find-petsc.ts';
import type { PetscOptions, Settings } from './options.ts';
import { settingsOf } from './options.ts';

/** Everything that ranks can be started with. */
export interface Ready {
  readonly petsc: Petsc;
  readonly native: Native;
  readonly settings: Settings;
}

/** Whether Open MPI was told by its own variables that it may run as root. */
function isRootAllowed({ env }: NodeJS.Process): boolean {
  return env['OMPI_ALLOW_RUN_AS_ROOT'] === '1' && env['OMPI_ALLOW_RUN_AS_ROOT_CONFIRM'] === '1';
}

/** How long to wait for programs of the machine to say what they are, and for the compiler. */
export interface ReadyWithin {
  readonly answerMs: number;
  readonly compileMs: number;
}

/** PETSc of this machine or of the folder `prefix`, and its native code, not yet made. Errors: `BACKEND.UNAVAILABLE`. */
async function sourceOf(
  prefix: string | undefined,
  { answerMs, compileMs }: ReadyWithin,
): Promise<{ petsc: Petsc; native(): Promise<Native> }> {
  if (process.platform !== 'linux')
    throw unavailable(`it runs on Linux, and this is ${process.platform}`, 'Use another backend here.');
  if (prefix !== undefined) return carriedPetsc(prefix);
  const petsc = await findPetsc(answerMs);
  return { petsc, native: () => compileNative(petsc, compileMs) };
}

/** What ranks can be started with once it is compiled. */
export interface Found {
  readonly petsc: Petsc;
  readonly settings: Settings;
  /** Errors: `BACKEND.UNAVAILABLE`. */
  native(): Promise<Native>;
}

/** Finds what is needed, whether compiled or not. Errors: `BACKEND.UNAVAILABLE`. */
export async function find(own: PetscOptions, options: OpenOptions, within: Partial<ReadyWithin> = {}): Promise<Found> {
  const settings = settingsOf(own, options);
  const usual: ReadyWithin = { answerMs: 20_000, compileMs: 1000 * settings.compileSeconds };
  const { petsc, native } = await sourceOf(settings.prefix, { ...usual, ...within });
  if (process.geteuid?.() === 0 && !settings.allowRoot && !isRootAllowed(process))
    throw unavailable(
      'mpiexec does not run as root unless it is told to',
      'Run as another user, or set SPMV_PETSC_ALLOW_ROOT=1 (option allowRoot) where root is meant, as in a container.',
    );
  return { petsc, settings, native };
}

/** Finds what is needed, and compiles it unless it came compiled. Errors: `BACKEND.UNAVAILABLE`. */
export async function ready(own: PetscOptions, options: OpenOptions): Promise<Ready> {
  const { petsc, settings, native } = await find(own, options);
  return { petsc, settings, native: await native() };
}

/** The device as `spmv backends` lists it: ranks first, since they name it. */
export function machineName({ ranks, hostfile }: Settings): string {
  const where = hostfile === undefined ? (cpus()[0]?.model.trim() ?? 'this machine') : `the hosts of ${hostfile}`;
  return `${ranks} ${ranks === 1 ? 'rank' : 'ranks'} on ${where}`;
}
