import type { BufferName, CudaArgument, CudaLaunch } from '@spmv/core';
import type { Given } from './cuda-launches.ts';
import { eachMerge, eachTable, launch, positionsOf } from './cuda-launches.ts';
import type { MergedRange, ProductSizes, RowRange } from './cuda-sizes.ts';
import { columnBytes, LONG_BLOCK, MERGE_BINS, rangesOf, ROW_BLOCK } from './cuda-sizes.ts';

export const NOWHERE = { i64: 0 } as const;

/** Rows of A that are taken together, and whose bins are known: `length` from `from` on. */
export interface Piece {
  readonly from: number;
  readonly length: number;
}

/** Entries of these rows of C to sums of blocks of rows; what else is counted goes to `tally`. */
export const sumCounts = (
  { work, valueTables }: ProductSizes,
  { from, length }: Piece,
  counts: BufferName,
  tally: BufferName,
): readonly CudaLaunch[] =>
  launch('spgemm_sum_counts', Math.ceil(length / ROW_BLOCK), ROW_BLOCK, {
    counts,
    bins: `${work}bins`,
    sums: `${work}sums`,
    tally,
    rows: length,
    last: valueTables,
    from,
  });

/** Entries of all rows of C to where rows start; how many there are goes to `tally`. */
export function startRows(
  { work, rows, rowBlocks }: ProductSizes,
  rowStart: BufferName,
  tally: BufferName,
): readonly CudaLaunch[] {
  const sums = `${work}sums` as const;
  return [
    ...launch('spgemm_sum_sums', 1, ROW_BLOCK, { sums, tally, length: rowBlocks }),
    ...launch('spgemm_start_rows', rowBlocks, ROW_BLOCK, { rowStart, sums, rows }),
  ];
}

/** Zero to a tally, to places in lists, and to where the first row starts. */
export const clear = ({ work }: ProductSizes, tally: BufferName, rowStart: BufferName): readonly CudaLaunch[] =>
  launch('spgemm_clear', 1, 64, { tally, cursor: `${work}cursor`, rowStart });

/** Words of rows of B. */
export const countWords = ({ B, work, inner, inTurn }: ProductSizes): readonly CudaLaunch[] =>
  launch('spgemm_words', inTurn(inner), 256, {
    rowStart: B.rowStart,
    colIndex: B.colIndex,
    words: `${work}words`,
    rows: inner,
  });

/** What these rows ask, and the bins of their pattern. */
export function boundRows(
  { A, B, work, cols, inTurn, tables, windows, merges }: ProductSizes,
  { from, length }: Piece,
  to: Readonly<Record<'counts' | 'room' | 'tally', CudaArgument>>,
): readonly CudaLaunch[] {
  return launch('spgemm_bound', inTurn(length), 256, {
    aRowStart: A.rowStart,
    aColIndex: A.colIndex,
    bRowStart: B.rowStart,
    bWords: `${work}words`,
    bins: `${work}bins`,
    counts: to.counts,
    room: to.room,
    tally: to.tally,
    rows: length,
    cols,
    last: tables,
    longWaits: windows === 1 ? 1 : 0,
    merges,
    from,
  });
}

/** These rows into the list of the pattern, or, with parts, of the values, by their bins. */
export function listRows(
  { work, to: { rowStart }, tables, valueTables }: ProductSizes,
  { from, length }: Piece,
  tally: BufferName,
  of: 'pattern' | 'values',
): readonly CudaLaunch[] {
  const isPattern = of === 'pattern';
  return launch(`spgemm_list_${of}`, Math.ceil(length / ROW_BLOCK), ROW_BLOCK, {
    bins: `${work}bins`,
    rowStart,
    tally,
    cursor: `${work}cursor`,
    list: isPattern ? `${work}list` : `${work}valueList`,
    parts: isPattern ? NOWHERE : `${work}parts`,
    rows: length,
    last: isPattern ? tables : valueTables,
    from,
  });
}

/** Launches of the pattern for rows of each kind of bin: what counts leaves it in the row starts of C, what puts columns writes how many there are to `counts`, unless that is nowhere. */
export interface PatternLaunches {
  /** Rows that no table is for, each of one block a window. */
  readonly long: RowRange;
  /** Entries of those in each window to `found`, which may be nowhere, as counts may. */
  countLong(counts: CudaArgument, found: CudaArgument, rows?: RowRange): readonly CudaLaunch[];
  /** With several windows `found` holds what each has. */
  putLong(rowStart: BufferName, colIndex: BufferName, to: LongColumns, rows?: RowRange): readonly CudaLaunch[];
  /** Columns that wait, with one window. */
  copyLong(given: Given): readonly CudaLaunch[];
  countTables(): readonly CudaLaunch[];
  putTables(rowStart: BufferName, colIndex: BufferName, counts: CudaArgument): readonly CudaLaunch[];
  countMerged(): readonly CudaLaunch[];
}

type LongColumns = Readonly<Record<'counts' | 'found', CudaArgument>>;

/** See {@link PatternLaunches}. */
export function patternOf(
  sizes: ProductSizes,
  bins: readonly number[],
  merged: readonly MergedRange[],
): PatternLaunches {
  const { work, to, tables, window, windows, cols } = sizes;
  const positions = positionsOf(sizes);
  const ranges = rangesOf(bins);
  const inTables = ranges.slice(MERGE_BINS, MERGE_BINS + tables);
  const long = ranges[MERGE_BINS + tables] ?? { first: 0, length: 0 };
  const [list, counts] = [`${work}list`, to.rowStart];
  const bits = 4 * Math.ceil(Math.min(window, cols) / 32);
  const byWindows = (name: string, { first, length }: RowRange, given: Given): readonly CudaLaunch[] =>
    launch(name, length * windows, LONG_BLOCK, { ...positions, list, ...given, first, windows, window, cols }, bits);
  return {
    long,
    countLong: (counts, found, rows = long) => byWindows('spgemm_count_long', rows, { counts, found }),
    putLong: (rowStart, colIndex, { counts, found }, rows = long) =>
      byWindows('spgemm_columns_long', rows, { rowStart, found, colIndex, counts }),
    copyLong: (given) =>
      launch('spgemm_copy_long', long.length, LONG_BLOCK, { list, room: `${work}room`, ...given, first: long.first }),
    countTables: () =>
      eachTable(
        sizes,
        inTables,
        (logSlots) => 8 * 2 ** logSlots,
        (lanes, numbers) => [`spgemm_count_${lanes}`, { ...positions, list, counts, ...numbers }],
      ),
    putTables: (rowStart: BufferName, colIndex: BufferName, to: CudaArgument) =>
      eachTable(sizes, inTables, columnBytes, (lanes, numbers) => [
        `spgemm_columns_${lanes}`,
        { ...positions, list, rowStart, colIndex, counts: to, ...numbers },
      ]),
    countMerged: () =>
      eachMerge(sizes, merged, false, (entries, numbers) => [
        `spgemm_count_merged_${entries}`,
        { ...positions, list, counts, ...numbers },
      ]),
  };
}
