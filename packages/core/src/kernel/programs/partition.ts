/**
 * How a pass may be divided between threads. Its work is `count` units: ranges that together cover 0..count once do all work once. `workers` means
 * one unit for each worker, for what each does to its own scratch. A backend with one thread runs 0..count. No backend runs an empty range.
 */
export interface Partition {
  /** Name of a unit, for people: `rows`, `entries`, `slices`, `rows+entries`. */
  readonly unit: string;
  readonly count: number | 'workers';
  /**
   * A non-decreasing array of count + 1 elements (`A.rowStart`, `auxiliary.x`) whose differences are the work of each unit:
   * what a balanced schedule divides evenly. Absent: every unit costs the same.
   */
  readonly work?: string;
  /**
   * Present when a range may begin or end inside a row: such a row is split. The range does not write that row of the operand `into`, but leaves
   * its partial sum as {@link PartialSums} (`head` for the row it begins in, `tail` for the one it ends in; a range within one row leaves a
   * head). After all ranges of the pass have ended, the backend adds the partial sums of each row in the order of ranges and writes
   * into[row] = times·sum + plus·into[row]. So the result depends on the ranges alone, never on timing, and is rounded once.
   */
  readonly splitRows?: SplitRowRule;
}

/** Where the sums of split rows go. `times` and `plus` are host scalars by name: 1 and 0 when they are left out. */
export interface SplitRowRule {
  readonly into: string;
  readonly times?: string;
  readonly plus?: string;
}

/** The partial sums of the rows that a range shares with its neighbours; rows are −1 where there is none. Sums are before alpha. */
export interface PartialSums {
  headRow: number;
  tailRow: number;
  headSum: number;
  tailSum: number;
  /** Imaginary parts of the sums, where numbers are complex. */
  headSumImaginary?: number;
  tailSumImaginary?: number;
}
