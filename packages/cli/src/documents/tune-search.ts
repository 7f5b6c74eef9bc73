import type { ProblemBlocks } from '@spmv/engine';

/** What is known of the search on one problem before any point is measured. */
export interface TuneSearch extends ProblemBlocks {
  /** Keys of the default points. */
  readonly defaults: readonly string[];
  /** Points to try, or that were, by kernel. */
  readonly points: Readonly<Record<string, number>>;
  /** Points that the time did not suffice for. */
  readonly untried: number;
}
