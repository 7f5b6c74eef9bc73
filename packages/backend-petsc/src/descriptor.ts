import type { Probe, ProbeOptions } from '@spmv/core';
import { isSpmvError, NO_PARAMS } from '@spmv/core';
import type { RankedBackend } from '@spmv/reorder';
import type { PetscOptions } from './options.ts';
import { recordedConstants } from './recorded-constants.ts';

/** Who asks whether a backend can run, and does not say for how long, waits so many milliseconds, not for a compiler on a busy machine: it goes on by itself. */
const PROBE_MS = 10_000;

async function probe(own: PetscOptions, { withinMs = PROBE_MS }: ProbeOptions): Promise<Probe> {
  try {
    const { find, machineName, PROBED } = await import('./ready.ts');
    const { petsc, settings, native } = await find(own, { withinMs }, PROBED);
    const isCompiled = await native().then(
      () => true,
      (error: unknown) => {
        if (isSpmvError(error) && error.details['stillCompiling'] === true) return false;
        throw error;
      },
    );
    return {
      available: true,
      devices: [machineName(settings)],
      details: [
        {
          petsc: petsc.version,
          mpi: petsc.mpi,
          ...(isCompiled ? {} : { compiling: 'what the ranks run; opening waits for it' }),
        },
      ],
    };
  } catch (error) {
    if (!isSpmvError(error)) return { available: false, reason: String(error), fix: 'Report this.' };
    const reason = error.details['reason'];
    return { available: false, reason: typeof reason === 'string' ? reason : error.message, fix: error.fix };
  }
}

/** Backend `petsc` with options of its own; {@link petsc} is the one without. */
export function petscBackend(own: PetscOptions = {}): RankedBackend {
  return {
    kind: 'backend',
    id: 'petsc',
    title: 'PETSc over MPI',
    targets: ['petsc'],
    launchParams: NO_PARAMS,
    rankClock: {
      recorded: recordedConstants,
      measure: async (options) => (await import('./measure-ranks.ts')).measureRanks(own, options),
    },
    probe: (options = {}) => probe(own, options),
    open: async (options) => (await import('./driver.ts')).openPetscDriver(own, options),
  };
}

/**
 * PETSc on ranks of MPI, which `mpiexec` starts when the backend is opened. `open({ device: '4' })` opens four of them; options of `open` are those of
 * {@link PetscOptions}. A product ends before `apply` returns.
 */
export const petsc: RankedBackend = petscBackend();
