import { isSpmvError } from '@spmv/core';
import { findPetsc } from '../src/find-petsc.ts';
import { lack } from '../../../tools/machine.ts';

/** Why this machine cannot start ranks, or undefined. Anything but a lack of PETSc or MPI is thrown. */
export async function missing(): Promise<string | undefined> {
  const missed = lack('petsc', 'mpi', 'cxx');
  if (missed !== undefined) return missed;
  try {
    await findPetsc(60_000);
    return undefined;
  } catch (error) {
    if (isSpmvError(error, 'BACKEND.UNAVAILABLE')) return error.message;
    throw error;
  }
}
