/** Widest span of columns that offsets of 16 bits reach. */
const REACH = 65536;

/** Which rows are wide, from the sorted positions of the entries of each row. */
export interface ColumnPlan {
  /** First column of a narrow row; ~(place of its first high half) of a wide one; 0 of an empty one. */
  readonly rowBase: Int32Array;
  /** Entries of all wide rows. */
  readonly wideEntries: number;
}

/** The bases of all rows. `rowStart` has one element more than there are rows. */
export function planColumns(rowStart: Int32Array, colIndex: Int32Array): ColumnPlan {
  const rows = rowStart.length - 1;
  const rowBase = new Int32Array(rows);
  let wideEntries = 0;
  for (let i = 0; i < rows; i++) {
    const first = rowStart[i];
    const end = rowStart[i + 1];
    if (first === end) continue;
    const base = colIndex[first];
    if (colIndex[end - 1] - base < REACH) {
      rowBase[i] = base;
    } else {
      rowBase[i] = ~wideEntries;
      wideEntries += end - first;
    }
  }
  return { rowBase, wideEntries };
}

/** Fills in the offsets and high halves of all columns. */
export function splitColumns(colIndex: Int32Array, { rowStart, rowBase, offset, high }: SplitColumns): void {
  for (let i = 0; i < rowBase.length; i++) {
    const base = rowBase[i];
    const first = rowStart[i];
    const end = rowStart[i + 1];
    for (let k = first; k < end; k++) {
      const j = colIndex[k];
      offset[k] = base < 0 ? j & 0xffff : j - base;
      if (base < 0) high[~base + k - first] = j >>> 16;
    }
  }
}

/** The arrays that say where entries are. */
export interface SplitColumns {
  readonly rowStart: Int32Array;
  readonly rowBase: Int32Array;
  readonly offset: Uint16Array;
  readonly high: Uint16Array;
}

/** Column of entry k of row i. */
export function columnAt({ rowStart, rowBase, offset, high }: SplitColumns, i: number, k: number): number {
  const base = rowBase[i];
  const low = offset[k];
  return base < 0 ? low + (high[~base + k - rowStart[i]] ?? Number.NaN) * REACH : base + low;
}
