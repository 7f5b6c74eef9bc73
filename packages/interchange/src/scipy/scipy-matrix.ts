import type { Shape } from '@spmv/core';
import type { NpyArray } from '../npy/npy-array.ts';

/** How SciPy stores sparse matrices. */
export type SciPyFormat = 'csr' | 'csc' | 'coo' | 'bsr' | 'dia';

/** The arrays of each format besides `data`, in the order in which SciPy writes them. */
export const SCIPY_ARRAYS: Readonly<Record<SciPyFormat, readonly string[]>> = {
  csr: ['indices', 'indptr'],
  csc: ['indices', 'indptr'],
  bsr: ['indices', 'indptr'],
  dia: ['offsets'],
  coo: ['row', 'col'],
};

/** A sparse matrix as SciPy has it: its arrays, as they are. */
export interface SciPyMatrix {
  readonly format: SciPyFormat;
  readonly shape: Shape;
  /** A `csr_array` and the like rather than a `csr_matrix`. */
  readonly isArray: boolean;
  /** Those of {@link SCIPY_ARRAYS}, and `data`. */
  readonly arrays: Readonly<Record<string, NpyArray>>;
}
