/** A product that PETSc computes: names of the arrays of CSR that its matrix is made of. */
export interface PetscProgram {
  /** With x and y, or with several vectors X and Y at once (`MatMatMult`). */
  readonly kind: 'mat-mult' | 'mat-mat-mult';
  /** Row starts, columns and values as the operand names them: `A.rowStart`. */
  readonly starts: string;
  readonly columns: string;
  readonly values: string;
  /** Whether the product is of the transposed matrix (`MatMultTranspose`, `MatTransposeMatMult`). */
  readonly transpose: boolean;
}

declare module '@spmv/core' {
  interface TargetPrograms {
    readonly petsc: PetscProgram;
  }
}
