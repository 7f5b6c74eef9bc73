import type { MatrixBlock } from '../engine/matrix-block.ts';

/** What is known of the search on one matrix before any point is measured. */
export interface TuneSearch {
  readonly matrix: MatrixBlock;
  /** Keys of the default points. */
  readonly defaults: readonly string[];
  /** Points to try, by kernel. */
  readonly points: Readonly<Record<string, number>>;
}
