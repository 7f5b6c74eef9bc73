import type { Cursor } from '../number/scan-real.ts';
import type { PowerTable } from '../number/power-table.ts';
import type { MatrixMarketHeader } from '../model/header.ts';

/** Growing arrays of entries and where the reader stands in the body. */
export interface BodyState {
  readonly header: MatrixMarketHeader;
  /** Numbers after the indices: 0, 1 or 2. */
  readonly width: 0 | 1 | 2;
  /** Values must be integers. */
  readonly integral: boolean;
  readonly indexed: boolean;
  readonly indexBase: 0 | 1;
  rowIndex: Int32Array;
  colIndex: Int32Array;
  values: Float64Array;
  imaginary: Float64Array;
  capacity: number;
  /** Entries read so far. */
  count: number;
  /** Line of the next entry is `count + lineOffset`: one more for each comment or blank line met. */
  lineOffset: number;
  readonly lineRuns: { from: number[]; offset: number[] };
  /** Integers that are no float64, by entry. */
  readonly wide: Map<number, bigint>;
  readonly cursor: Cursor;
  readonly powers: PowerTable;
}

/**
 * Handles one line the fast loop does not: a comment, blank lines, an unusual number, or an error. The text is whole lines up to `end`.
 * Returns where the next line starts.
 */
export type LineHandler = (state: BodyState, text: Uint8Array, lineStart: number, end: number) => number;
