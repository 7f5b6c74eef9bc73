import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import process from 'node:process';
import type { Native } from './compile.ts';
import { unavailable } from './errors.ts';
import type { Petsc } from './find-petsc.ts';
import type { PetscAddon } from './native.ts';

/** `petsc.json` of such a folder. */
interface CarriedFacts {
  readonly petsc: string;
  readonly mpi: string;
}

/**
 * PETSc and Open MPI in a folder of their own, with what was compiled for them: `bin/mpiexec`, `bin/worker`, `lib/` with the shared libraries and `spmv-petsc.node`, and `petsc.json` with
 * the versions. `tools/device/bundle` makes one. Errors: `BACKEND.UNAVAILABLE`.
 */
export async function carriedPetsc(prefix: string): Promise<{ petsc: Petsc; native(): Promise<Native> }> {
  const root = resolve(prefix);
  const lib = join(root, 'lib');
  const failed = (what: string, cause: unknown): Error =>
    unavailable(
      `SPMV_PETSC_PREFIX names ${root}, and ${what}: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Name a folder made by tools/device/bundle with --petsc, or unset it where PETSc is installed.',
      cause,
    );
  let facts: CarriedFacts;
  try {
    facts = JSON.parse(await readFile(join(root, 'petsc.json'), 'utf8')) as CarriedFacts;
  } catch (cause) {
    throw failed('petsc.json cannot be read', cause);
  }
  const libraryPath = process.env['LD_LIBRARY_PATH'];
  return {
    petsc: {
      version: facts.petsc,
      mpi: facts.mpi,
      mpiexec: join(root, 'bin', 'mpiexec'),
      environment: {
        LD_LIBRARY_PATH: libraryPath ? `${lib}:${libraryPath}` : lib,
        OPAL_PREFIX: root,
        OPAL_BINDIR: join(root, 'bin'),
        OPAL_LIBDIR: lib,
        OPAL_PKGLIBDIR: join(lib, 'openmpi'),
        OPAL_DATADIR: join(root, 'share'),
        OPAL_PKGDATADIR: join(root, 'share', 'openmpi'),
        // None of these plugins is needed, and those of the host may be of another version.
        HWLOC_PLUGINS_PATH: join(lib, 'hwloc'),
      },
    },
    async native() {
      try {
        const addon = createRequire(import.meta.url)(join(lib, 'spmv-petsc.node')) as PetscAddon;
        return { addon, worker: join(root, 'bin', 'worker') };
      } catch (cause) {
        throw failed('the addon does not load', cause);
      }
    },
  };
}
