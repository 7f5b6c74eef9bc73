import type { BufferName, CudaArgument, CudaLaunch } from '@spmv/core';
import type { Given } from './cuda-launches.ts';
import { eachMerge, eachTable, launch, positionsOf } from './cuda-launches.ts';
import type { MergedRange, ProductSizes } from './cuda-sizes.ts';
import { columnBytes, LONG_BLOCK, MERGE_BINS, rangesOf, ROW_BLOCK } from './cuda-sizes.ts';

export const NOWHERE = { i64: 0 } as const;

/** Entries of C to where rows of C start, by blocks of rows; what else is counted goes to `tally`. */
export function starts(
  { work, rows, rowBlocks, valueTables }: ProductSizes,
  counts: BufferName,
  tally: BufferName,
): readonly CudaLaunch[] {
  const [sums, bins] = [`${work}sums`, `${work}bins`];
  return [
    ...launch('spgemm_sum_counts', rowBlocks, ROW_BLOCK, { counts, bins, sums, tally, rows, last: valueTables }),
    ...launch('spgemm_sum_sums', 1, ROW_BLOCK, { sums, tally, length: rowBlocks }),
    ...launch('spgemm_start_rows', rowBlocks, ROW_BLOCK, { rowStart: counts, sums, rows }),
  ];
}

export const clear = ({ work, to: { rowStart } }: ProductSizes, tally: BufferName): readonly CudaLaunch[] =>
  launch('spgemm_clear', 1, 64, { tally, cursor: `${work}cursor`, rowStart });

/** What rows ask, and the bins of their pattern. */
export function sizeRows(sizes: ProductSizes): readonly CudaLaunch[] {
  const { A, B, work, to, rows, inner, cols, inTurn, tables, windows, merges } = sizes;
  const [words, tally] = [`${work}words`, `${work}tally`];
  return [
    ...clear(sizes, tally),
    ...launch('spgemm_words', inTurn(inner), 256, { rowStart: B.rowStart, colIndex: B.colIndex, words, rows: inner }),
    ...launch('spgemm_bound', inTurn(rows), 256, {
      aRowStart: A.rowStart,
      aColIndex: A.colIndex,
      bRowStart: B.rowStart,
      bWords: words,
      bins: `${work}bins`,
      counts: to.rowStart,
      room: `${work}room`,
      tally,
      rows,
      cols,
      last: tables,
      longWaits: windows === 1 ? 1 : 0,
      merges,
    }),
  ];
}

/** Launches of the pattern for rows of each kind of bin: what counts leaves it in the row starts of C, what puts columns writes how many there are to `counts`, unless that is nowhere. */
export interface PatternLaunches {
  /** Blocks of rows that no table is for: one for each window of each row. */
  readonly windowBlocks: number;
  countLong(): readonly CudaLaunch[];
  putLong(rowStart: BufferName, colIndex: BufferName, counts: CudaArgument): readonly CudaLaunch[];
  /** Columns that wait, with one window. */
  copyLong(given: Given): readonly CudaLaunch[];
  countTables(): readonly CudaLaunch[];
  putTables(rowStart: BufferName, colIndex: BufferName, counts: CudaArgument): readonly CudaLaunch[];
  countMerged(): readonly CudaLaunch[];
}

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
  const [list, found, counts] = [`${work}list`, `${work}found`, to.rowStart];
  const blocks = long.length * windows;
  const places = { first: long.first, windows, window, cols };
  const bits = 4 * Math.ceil(Math.min(window, cols) / 32);
  return {
    windowBlocks: blocks,
    countLong: () =>
      launch('spgemm_count_long', blocks, LONG_BLOCK, { ...positions, list, counts, found, ...places }, bits),
    putLong: (rowStart: BufferName, colIndex: BufferName, to: CudaArgument) =>
      launch(
        'spgemm_columns_long',
        blocks,
        LONG_BLOCK,
        { ...positions, list, rowStart, found, colIndex, counts: to, ...places },
        bits,
      ),
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
