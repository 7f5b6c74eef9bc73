import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { unavailable } from './errors.ts';

/** What ranks are started with. */
export interface Petsc {
  readonly version: string;
  readonly mpi: string;
  readonly mpiexec: string;
  /** Variables that mpiexec and the ranks need besides those there are. */
  readonly environment: Readonly<Record<string, string>>;
}

/** What the machine has to compile them with, too. */
export interface BuildablePetsc extends Petsc {
  readonly compiler: string;
  readonly compilerVersion: string;
  /** Flags for the compiler and the linker. */
  readonly flags: readonly string[];
}

const INSTALL = 'Install it: apt install g++ pkg-config libpetsc-real-dev libopenmpi-dev openmpi-bin';

/** What is asked of a program, and what to say where there is no answer. */
interface Question {
  readonly program: string;
  readonly args: readonly string[];
  readonly missing: string;
  readonly fix: string;
}

/** The first lines that a program prints. Errors: `BACKEND.UNAVAILABLE`, where it is not there, refuses or says nothing. */
async function said({ program, args, missing, fix }: Question, answerMs: number): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { timeout: answerMs, killSignal: 'SIGKILL' })).stdout.trim();
  } catch (cause) {
    const { code, killed } = cause as { readonly code?: unknown; readonly killed?: boolean };
    if (killed === true)
      throw unavailable(
        `'${[program, ...args].join(' ')}' said nothing for ${Number((answerMs / 1000).toPrecision(3))} s`,
        'Run it again when the machine is less busy. If that program says nothing by hand either, its installation is broken.',
        cause,
      );
    const isMissing = code === 'ENOENT';
    throw unavailable(isMissing ? `there is no '${program}'` : missing, fix, cause);
  }
}

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** PETSc and MPI of this machine. Errors: `BACKEND.UNAVAILABLE`. */
export async function findPetsc(answerMs: number): Promise<BuildablePetsc> {
  const { env } = process;
  const compiler = env['MPICXX'] || 'mpicxx';
  const mpiexec = env['MPIEXEC'] || 'mpiexec';
  const ask = (...args: string[]): Promise<string> =>
    said(
      {
        program: 'pkg-config',
        args,
        missing: 'pkg-config knows no PETSc',
        fix: `${INSTALL}; or name its folder in PKG_CONFIG_PATH.`,
      },
      answerMs,
    );
  const version = (program: string, variable: string): Promise<string> =>
    said(
      {
        program,
        args: ['--version'],
        missing: `'${program}' does not say its version`,
        fix: `${INSTALL}; or name it in ${variable}.`,
      },
      answerMs,
    );
  const [petsc, flags, folder, compilerVersion, mpi] = await Promise.all([
    ask('--modversion', 'petsc'),
    ask('--cflags', '--libs', 'petsc'),
    ask('--variable=libdir', 'petsc'),
    version(compiler, 'MPICXX'),
    version(mpiexec, 'MPIEXEC'),
  ]);
  const [, openMpi] = /\b(?:OpenRTE|Open MPI)\)?\s*v?(\d[\w.]*)/u.exec(mpi) ?? [];
  if (openMpi === undefined)
    throw unavailable(`'${mpiexec}' is not Open MPI's`, `${INSTALL}; or name Open MPI's in MPIEXEC.`);
  return {
    version: petsc,
    mpi: `Open MPI ${openMpi}`,
    compiler,
    compilerVersion,
    mpiexec,
    environment: {},
    flags: [...words(flags), ...(folder === '' ? [] : [`-Wl,-rpath,${folder}`])],
  };
}
