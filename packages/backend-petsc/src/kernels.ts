import type { Citation, Kernel } from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import type { PetscProgram } from './petsc-program.ts';

const MANUAL: Citation = {
  title: 'PETSc/TAO Users Manual',
  section: 'Mat: matrices, MATMPIAIJ',
  url: 'https://petsc.org/release/manual/mat/',
};

type PetscKernel = Kernel<'petsc', Record<never, never>>;

function petscKernel(
  parts: Pick<PetscKernel, 'id' | 'operation' | 'title'>,
  { kind, transpose }: Pick<PetscProgram, 'kind' | 'transpose'>,
): PetscKernel {
  const program: PetscProgram = { kind, starts: 'A.rowStart', columns: 'A.colIndex', values: 'A.values', transpose };
  return {
    kind: 'kernel',
    options: { transpose },
    format: 'csr',
    target: 'petsc',
    sources: [MANUAL],
    precisions: [{ precision: 'f64', accumulator: 'f64' }],
    // Sums are taken in the order of the ranks' parts: another number of ranks may give other bits.
    reproducibility: 'run-to-run',
    requires: kind === 'mat-mult' ? [] : ['shared-memory'],
    vendor: true,
    params: NO_PARAMS,
    program: () => program,
    ...parts,
  };
}

/** Products of PETSc, its rows divided between the ranks as PETSc divides them. */
export const petscKernels: readonly PetscKernel[] = [
  petscKernel(
    { id: 'petsc/csr', operation: 'spmv', title: 'PETSc, MatMult of MATMPIAIJ' },
    { kind: 'mat-mult', transpose: false },
  ),
  petscKernel(
    { id: 'petsc/csr-transposed', operation: 'spmv', title: 'PETSc, MatMultTranspose of MATMPIAIJ' },
    { kind: 'mat-mult', transpose: true },
  ),
  petscKernel(
    { id: 'petsc/spmm-csr', operation: 'spmm', title: 'PETSc, MatMatMult of MATMPIAIJ and MATMPIDENSE' },
    { kind: 'mat-mat-mult', transpose: false },
  ),
  petscKernel(
    {
      id: 'petsc/spmm-csr-transposed',
      operation: 'spmm',
      title: 'PETSc, MatTransposeMatMult of MATMPIAIJ and MATMPIDENSE',
    },
    { kind: 'mat-mat-mult', transpose: true },
  ),
];
