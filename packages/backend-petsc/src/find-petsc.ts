import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { unavailable } from './errors.ts';

/** What the machine has to compile and start ranks with. */
export interface Petsc {
  readonly version: string;
  readonly mpi: string;
  readonly compiler: string;
  readonly compilerVersion: string;
  readonly mpiexec: string;
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
export async function findPetsc(): Promise<Petsc> {
  if (process.platform !== 'linux')
    throw unavailable(`it runs on Linux, and this is ${process.platform}`, 'Use another backend here.');
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
    flags: [...words(flags), ...(folder === '' ? [] : [`-Wl,-rpath,${folder}`])],
  };
}
