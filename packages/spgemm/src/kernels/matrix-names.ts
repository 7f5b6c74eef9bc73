import type { BufferName, MatrixContext, StoredMatrixHeader } from '@spmv/core';

/** Names of the arrays of a matrix. */
export interface MatrixNames {
  readonly rowStart: BufferName;
  readonly colIndex: BufferName;
  readonly values: BufferName;
}

export const namesOf = (matrix: string): MatrixNames => ({
  rowStart: `${matrix}.rowStart`,
  colIndex: `${matrix}.colIndex`,
  values: `${matrix}.values`,
});

/** Names of the arrays of the result. */
export const C: MatrixNames = namesOf('C');

/** A factor of a product: where it is, and how large. */
export interface Factor extends MatrixNames, Pick<StoredMatrixHeader, 'shape' | 'nnz'> {}

/** The matrix that the kernel is given under this name. */
export const factorOf = ({ matrices }: MatrixContext, name: string): Factor => ({
  ...namesOf(name),
  shape: matrices[name]?.shape ?? { rows: 0, cols: 0 },
  nnz: matrices[name]?.nnz ?? 0,
});

/** What C ← αX + βD is made of. */
export interface Union {
  readonly X: MatrixNames;
  readonly D: MatrixNames;
  /** Values of X are αX already. */
  readonly isScaled: boolean;
  readonly rows: number;
  readonly entriesOfX: number;
  readonly entriesOfD: number;
}
