import type { ElementType } from '../../data/element.ts';

/** Memory of a program on a CPU that keeps its contents between passes and products; zeroed once, when the operator is prepared. */
export interface CpuScratch {
  readonly element: ElementType;
  /** Elements; of each worker when every worker has its own. */
  readonly length: number;
  /**
   * Every worker has `length` elements, worker w those from w·length on. A kernel that promises to repeat its results is then given the same
   * ranges for the same worker in every product, whatever the schedule.
   */
  readonly perWorker?: boolean;
}

/** Host scalars that have another value in one pass: a pass that adds to what an earlier one wrote sets its factor to 1. */
export type FixedScalars = Readonly<Record<string, number>>;
