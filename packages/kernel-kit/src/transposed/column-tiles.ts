import type { NamedArrays } from '@spmv/core';

/** Entries that share one word of {@link ColumnTiles.groups}. */
const GROUP = 32;

/** The places of a stored matrix that a transposed product reads, row after row. */
export interface TransposedRows {
  /** Place of the first entry of each row; the last element is the number of entries. */
  readonly rowStart: Int32Array;
  readonly colIndex: Int32Array;
  readonly cols: number;
}

/**
 * How a transposed product adds up columns of a matrix that is stored by rows, in an order that never changes: tile t is the entries
 * t·capacity … (t+1)·capacity − 1 as they are stored. A first pass puts their products in the order of their columns, and adds up each run
 * of one column; a second one adds up the sums of every column, tile after tile. No column index is read, and no value is stored twice.
 */
export interface ColumnTiles extends NamedArrays {
  /** Place of each entry's product in its tile, by column, and within a column by row. */
  readonly slots: Uint16Array;
  /** Of every 32 entries: a bit for each that begins a row, and the number, among rows with entries, of the row before the first of these. */
  readonly groups: Uint32Array;
  /** Rows with entries. */
  readonly filledRows: Int32Array;
  /** (first run, run after the last, first entry, entry after the last) of each tile. */
  readonly tiles: Int32Array;
  /** Where each run begins among the entries sorted in this way; one more than runs. */
  readonly runStart: Int32Array;
  /** Runs of each column, column after column, tiles in order. */
  readonly columnRuns: Int32Array;
  /** Where those of each column begin; one more than columns. */
  readonly columnStart: Int32Array;
}

/** Entries by columns. */
export interface ColumnOrder {
  /** Entries column after column, those of one in the order they are stored. */
  readonly order: Int32Array;
  /** Where each column begins in it; one more than columns. */
  readonly start: Int32Array;
}

/** Entries of stored rows in the order of their columns. */
export function columnOrder({ colIndex, cols }: Pick<TransposedRows, 'colIndex' | 'cols'>): ColumnOrder {
  const start = new Int32Array(cols + 1);
  for (let k = 0; k < colIndex.length; k++) {
    const after = colIndex[k] + 1;
    start[after] = start[after] + 1;
  }
  for (let j = 0; j < cols; j++) start[j + 1] = start[j + 1] + start[j];
  const next = start.slice();
  const order = new Int32Array(colIndex.length);
  for (let k = 0; k < colIndex.length; k++) {
    const column = colIndex[k];
    const place = next[column];
    next[column] = place + 1;
    order[place] = k;
  }
  return { start, order };
}

/** Which entries begin a row, and which rows have any: by these a tile of entries finds the row of each. */
export function rowGroupsOf(rowStart: Int32Array): Pick<ColumnTiles, 'groups' | 'filledRows'> {
  const rows = rowStart.length - 1;
  const nnz = rowStart[rows];
  let filled = 0;
  for (let i = 0; i < rows; i++) if (rowStart[i + 1] > rowStart[i]) filled++;
  const filledRows = new Int32Array(filled);
  const groups = new Uint32Array(2 * Math.ceil(nnz / GROUP));
  let before = -1;
  let group = 0;
  for (let i = 0, f = 0; i < rows; i++) {
    const k = rowStart[i];
    if (rowStart[i + 1] === k) continue;
    for (; group * GROUP <= k; group++) groups[2 * group + 1] = before;
    const at = 2 * Math.floor(k / GROUP);
    groups[at] = groups[at] | (1 << (k % GROUP));
    before = f;
    filledRows[f++] = i;
  }
  for (; 2 * group < groups.length; group++) groups[2 * group + 1] = before;
  return { groups, filledRows };
}

/** The order in which tiles of `capacity` entries (a multiple of 32, at most 2¹⁶) add up columns. Time O(nnz + rows + cols). */
export function columnTilesOf(matrix: TransposedRows, capacity: number): ColumnTiles {
  const { cols, colIndex } = matrix;
  const nnz = colIndex.length;
  const { start, order } = columnOrder(matrix);
  const tileCount = Math.ceil(nnz / capacity);
  const tileOf = (k: number): number => Math.floor(k / capacity);
  const runs = new Int32Array(tileCount + 1);
  const columnStart = new Int32Array(cols + 1);
  for (let j = 0; j < cols; j++) {
    let last = -1;
    let count = 0;
    for (let p = start[j]; p < start[j + 1]; p++) {
      const tile = tileOf(order[p]);
      if (tile === last) continue;
      last = tile;
      count++;
      runs[tile + 1] = runs[tile + 1] + 1;
    }
    columnStart[j + 1] = columnStart[j] + count;
  }
  const tiles = new Int32Array(4 * tileCount);
  for (let t = 0; t < tileCount; t++) {
    runs[t + 1] = runs[t + 1] + runs[t];
    tiles[4 * t] = runs[t];
    tiles[4 * t + 1] = runs[t + 1];
    tiles[4 * t + 2] = t * capacity;
    tiles[4 * t + 3] = Math.min(nnz, (t + 1) * capacity);
  }
  const runCount = runs[tileCount];
  const slots = new Uint16Array(nnz);
  const runStart = new Int32Array(runCount + 1);
  const columnRuns = new Int32Array(runCount);
  const filled = new Int32Array(tileCount);
  runStart[runCount] = nnz;
  let at = 0;
  for (let j = 0; j < cols; j++) {
    let last = -1;
    for (let p = start[j]; p < start[j + 1]; p++) {
      const k = order[p];
      const tile = tileOf(k);
      const slot = filled[tile];
      if (tile !== last) {
        const run = runs[tile];
        runs[tile] = run + 1;
        runStart[run] = tile * capacity + slot;
        columnRuns[at++] = run;
        last = tile;
      }
      filled[tile] = slot + 1;
      slots[k] = slot;
    }
  }
  return { slots, ...rowGroupsOf(matrix.rowStart), tiles, runStart, columnRuns, columnStart };
}
