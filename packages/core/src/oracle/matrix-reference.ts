import type { Reference } from './reference.ts';

/** Rows of a matrix as they should be: positions exactly, values nearly exactly with the terms of their error bounds. */
export interface MatrixReference {
  /** Which rows, ascending. */
  readonly rows: Int32Array;
  /** Entries `start[r]` … `start[r + 1] − 1` are those of row `rows[r]`. */
  readonly start: Int32Array;
  /** Column of each entry, increasing within a row. */
  readonly colIndex: Int32Array;
  /** Of the values, in the order of the entries. */
  readonly values: Reference;
}
