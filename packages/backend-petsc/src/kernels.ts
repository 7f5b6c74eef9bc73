import type { Citation, Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { PetscProgram } from './petsc-program.ts';

const MANUAL: Citation = {
  title: 'PETSc/TAO Users Manual',
  section: 'Mat: matrices, MATMPIAIJ',
  url: 'https://petsc.org/release/manual/mat/',
};

function petscKernel(id: string, title: string, transpose: boolean): Kernel<'petsc', Record<never, never>> {
  const program: PetscProgram = {
    kind: 'mat-mult',
    starts: 'A.rowStart',
    columns: 'A.colIndex',
    values: 'A.values',
    transpose,
  };
  return {
    kind: 'kernel',
    id,
    operation: 'spmv',
    options: { transpose },
    format: 'csr',
    target: 'petsc',
    title,
    sources: [MANUAL],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    // Sums are taken in the order of the ranks' parts: another number of ranks may give other bits.
    reproducibility: 'run-to-run',
    requires: [],
    vendor: true,
    params: NO_PARAMS,
    program: () => program,
  };
}

/** Products of PETSc, its rows divided between the ranks as PETSc divides them. */
export const petscKernels: readonly Kernel<'petsc', Record<never, never>>[] = [
  petscKernel('petsc/csr', 'PETSc, MatMult of MATMPIAIJ', false),
  petscKernel('petsc/csr-transposed', 'PETSc, MatMultTranspose of MATMPIAIJ', true),
];
