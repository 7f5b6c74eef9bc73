import type { ValueArray, ValueType } from '@spmv/core';
import { valueArray } from '@spmv/core';
import type { ProductRuns } from './product-runs.ts';
import { productRunsOf } from './product-runs.ts';

/** Entries the first pass takes at once; a column block begins at a multiple of it. */
const FOUR = 4;

/** Arrays of csr-two-pass.cu besides the tiles. */
export interface TwoPassLayout extends ProductRuns {
  /** (first segment, segments) of each block of the first pass. */
  readonly shares: Int32Array;
  /** (first column, columns, first group of four entries, the group after the last): a share's part of one column block. */
  readonly segments: Int32Array;
  /** Column within its column block, and value, of every entry, column block by column block, each padded to a multiple of four. */
  readonly blockColumns: Uint16Array;
  readonly blockValues: ValueArray;
}

/** A CSR matrix as the first pass needs it. */
export interface TwoPassSource {
  readonly cols: number;
  readonly colIndex: Int32Array;
  readonly values: ValueArray;
  readonly valueType: ValueType;
}

/** Column blocks of a matrix. */
function blockCount(cols: number, columns: number): number {
  return Math.max(1, Math.ceil(cols / columns));
}

/** Most places that products take: every column block is padded to a multiple of four. */
export function productPlaces(nnz: number, cols: number, columns: number): number {
  return FOUR * Math.ceil(nnz / FOUR) + FOUR * blockCount(cols, columns);
}

/** Where the entries of each column block begin; one more number than blocks, all multiples of four. */
function blockStarts({ cols, colIndex }: TwoPassSource, columns: number): Int32Array {
  const starts = new Int32Array(blockCount(cols, columns) + 1);
  for (const column of colIndex) {
    const slot = Math.floor(column / columns) + 1;
    starts[slot] = (starts[slot] as number) + 1;
  }
  for (let b = 1; b < starts.length; b++)
    starts[b] = (starts[b - 1] as number) + FOUR * Math.ceil((starts[b] as number) / FOUR);
  return starts;
}

/** Divides the entries into shares of equal size, cut where a column block ends. */
function sharesOf(
  starts: Int32Array,
  cols: number,
  columns: number,
  most: number,
): Pick<TwoPassLayout, 'shares' | 'segments'> {
  const blocks = starts.length - 1;
  const groups = (starts[blocks] as number) / FOUR;
  const perShare = Math.max(256, Math.ceil(groups / most));
  const shares = new Int32Array(2 * Math.ceil(groups / perShare));
  // Every segment ends where a share or a column block does.
  const segments = new Int32Array(4 * (shares.length / 2 + blocks));
  let block = 0;
  let segment = 0;
  for (let share = 0; share < shares.length / 2; share++) {
    const to = Math.min(groups, (share + 1) * perShare);
    const first = segment;
    for (let at = share * perShare; at < to; segment++) {
      while ((starts[block + 1] as number) / FOUR <= at) block++;
      const end = Math.min(to, (starts[block + 1] as number) / FOUR);
      segments[4 * segment] = block * columns;
      segments[4 * segment + 1] = Math.min(columns, cols - block * columns);
      segments[4 * segment + 2] = at;
      segments[4 * segment + 3] = end;
      at = end;
    }
    shares[2 * share] = first;
    shares[2 * share + 1] = segment - first;
  }
  return { shares, segments: segments.slice(0, 4 * segment) };
}

/** The arrays for these tiles (`tilesOf` of the kernel kit), column blocks of `columns` columns and at most `most` shares. */
export function layOutTwoPass(source: TwoPassSource, tiles: Int32Array, columns: number, most: number): TwoPassLayout {
  const { cols, colIndex, values, valueType } = source;
  const starts = blockStarts(source, columns);
  const blocks = starts.length - 1;
  const blockColumns = new Uint16Array(starts[blocks] as number);
  const blockValues = valueArray(valueType, starts[blocks] as number);
  const blockOf = (k: number): number => Math.floor((colIndex[k] as number) / columns);
  const runs = productRunsOf(tiles, colIndex.length, starts.slice(0, blocks), blockOf, (k, product) => {
    blockColumns[product] = (colIndex[k] as number) % columns;
    blockValues[product] = values[k] as number;
  });
  return { ...sharesOf(starts, cols, columns, most), blockColumns, blockValues, ...runs };
}
