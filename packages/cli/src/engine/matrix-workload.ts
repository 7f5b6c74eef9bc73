import type { CooMatrix, Workload } from '@spmv/core';

/** An operation on a matrix that was read. */
export interface MatrixWorkload extends Workload {
  readonly coo: CooMatrix;
}
