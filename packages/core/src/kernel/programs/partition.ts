/**
 * How a pass may be divided between threads: its work is `count` units, and running it over any ranges that cover 0..count
 * once does the work once. A backend with one thread runs 0..count.
 */
export interface Partition {
  /** What a unit is, for people: `rows`, `entries`, `slices`, `rows+entries`. */
  readonly unit: string;
  readonly count: number;
  /**
   * A non-decreasing array of count + 1 elements (`matrix.rowStart`, `auxiliary.x`) whose differences are the work of each unit:
   * what a balanced schedule divides evenly. Absent: every unit costs the same.
   */
  readonly work?: string;
  /**
   * True when a range may begin inside a row. The range that holds the row's first unit writes y; a range that begins inside it
   * leaves `carryRow` and `carrySum` instead, and the backend adds alpha·carrySum to y[carryRow], in order of ranges, after all
   * ranges of the pass have ended. So the result depends on the ranges alone, never on timing.
   */
  readonly carry?: boolean;
}
