import type { CooMatrix } from '@spmv/core';
import { firstEntryOfRow } from './first-entry.ts';

/** A part of a matrix: rows from..to and columns from..to, the ends not counted. */
export interface WindowRequest {
  readonly rows: readonly [from: number, to: number];
  readonly cols: readonly [from: number, to: number];
  /** Most entries to give. */
  readonly most: number;
}

/** Entries of a part in the order of rows, with the indices of the whole matrix. */
export interface EntryWindow {
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
  /** There are more than were asked for. */
  readonly cut: boolean;
}

/** The entries of a part of a canonical matrix. O(log nnz + entries of its rows). */
export function entryWindow(coo: CooMatrix, { rows, cols, most }: WindowRequest): EntryWindow {
  const end = firstEntryOfRow(coo, rows[1]);
  const found: number[] = [];
  let cut = false;
  for (let k = firstEntryOfRow(coo, rows[0]); k < end; k++) {
    const column = coo.colIndex[k] as number;
    if (column < cols[0] || column >= cols[1]) continue;
    if (found.length === most) {
      cut = true;
      break;
    }
    found.push(k);
  }
  return {
    rowIndex: Int32Array.from(found, (k) => coo.rowIndex[k] as number),
    colIndex: Int32Array.from(found, (k) => coo.colIndex[k] as number),
    values: Float64Array.from(found, (k) => coo.values[k] as number),
    cut,
  };
}
