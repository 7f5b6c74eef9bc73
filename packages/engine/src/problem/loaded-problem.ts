import type { AnyCoo, Workload } from '@spmv/core';
import type { GivenOperands } from './given-operands.ts';

/** A matrix in memory, with what it is called. */
export interface NamedMatrix<C extends AnyCoo = AnyCoo> {
  readonly name: string;
  /** What the user wrote. */
  readonly source: string;
  readonly coo: C;
  /** Where it was asked for already; see `matrixHash`. */
  readonly hash?: string;
}

/** What a run computes on, read and made. */
export interface LoadedProblem<M extends NamedMatrix = NamedMatrix> {
  /** For people. */
  readonly name: string;
  /** What the user wrote. */
  readonly source: string;
  /** Undefined where the operation has no stored matrix. */
  readonly matrix: M | undefined;
  readonly workload: Workload;
  readonly given: GivenOperands;
  readonly readMs: number;
}
