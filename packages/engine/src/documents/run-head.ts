import type { Sizes } from '@spmv/core';
import type { ProblemOptions } from '../run/run-problem.ts';
import type { MachineLoad } from './busy.ts';
import type { Computed } from './computed.ts';

/** What is said once of a run over matrices. */
export interface RunHead {
  readonly schema: string;
  /** An instant in ISO 8601. */
  readonly started: string;
  readonly options: Computed & ProblemOptions;
  /** Of the machine, when it began. */
  readonly load: MachineLoad;
  /** For a curve: what it is over. */
  readonly sweep?: {
    readonly what: string;
    readonly axis: string;
    /** What is drawn beside, at each of the sizes. */
    readonly against?: readonly AgainstPoint[];
  };
}

/** Products of another operation that do the work of one product of the swept one. */
export interface AgainstPoint {
  readonly operation: string;
  /** Sizes of the swept operation's own, and those of the other one's that are as much. */
  readonly own: Sizes;
  readonly sizes: Sizes;
  /** How many products of the other are as much as one. */
  readonly products: number;
}
