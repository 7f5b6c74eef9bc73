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

/** The first lines that a program prints. Errors: `BACKEND.UNAVAILABLE`, where it is not there or refuses. */
async function said(program: string, args: readonly string[], missing: string, fix: string): Promise<string> {
  try {
    return (await promisify(execFile)(program, args, { timeout: 20_000 })).stdout.trim();
  } catch (cause) {
    const isMissing = (cause as { readonly code?: unknown }).code === 'ENOENT';
    throw unavailable(isMissing ? `there is no '${program}'` : missing, fix, cause);
  }
}

function words(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}

/** PETSc and MPI of this machine. Errors: `BACKEND.UNAVAILABLE`. */
export async function findPetsc(): Promise<BuildablePetsc> {
  const { env } = process;
  const compiler = env['MPICXX'] || 'mpicxx';
  const mpiexec = env['MPIEXEC'] || 'mpiexec';
  const ask = (...args: string[]): Promise<string> =>
    said('pkg-config', args, 'pkg-config knows no PETSc', `${INSTALL}; or name its folder in PKG_CONFIG_PATH.`);
  const [version, flags, folder, compilerVersion, mpi] = await Promise.all([
    ask('--modversion', 'petsc'),
    ask('--cflags', '--libs', 'petsc'),
    ask('--variable=libdir', 'petsc'),
    said(compiler, ['--version'], `'${compiler}' does not say its version`, `${INSTALL}; or name it in MPICXX.`),
    said(mpiexec, ['--version'], `'${mpiexec}' does not say its version`, `${INSTALL}; or name it in MPIEXEC.`),
  ]);
  const [, openMpi] = /\b(?:OpenRTE|Open MPI)\)?\s*v?(\d[\w.]*)/u.exec(mpi) ?? [];
  if (openMpi === undefined)
    throw unavailable(`'${mpiexec}' is not Open MPI's`, `${INSTALL}; or name Open MPI's in MPIEXEC.`);
  return {
    version,
    mpi: `Open MPI ${openMpi}`,
    compiler,
    compilerVersion,
    mpiexec,
    environment: {},
    flags: [...words(flags), ...(folder === '' ? [] : [`-Wl,-rpath,${folder}`])],
  };
}
