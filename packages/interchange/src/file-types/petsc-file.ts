import type { FileType } from '@spmv/core';
import { petscKind } from '../petsc/header.ts';
import { readPetsc } from '../petsc/read-petsc.ts';
import { writePetsc } from '../petsc/write-petsc.ts';

/** `.petsc`: what PETSc's MatLoad and VecLoad read. */
export const petscFile: FileType = {
  kind: 'file',
  id: 'petsc',
  title: 'PETSc binary, CSR, dense or a vector',
  endings: ['.petsc'],
  recognises: (head) => petscKind(head) !== undefined,
  read: (bytes, { limits }) => readPetsc(bytes, { limits }),
  write: { params: { axes: {} }, chunks: writePetsc },
};
