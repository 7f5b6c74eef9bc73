import type { CudaArgument, MatrixContext, Params } from '@spmv/core';
import type { Factor, MatrixNames } from './matrix-names.ts';
import { C, factorOf } from './matrix-names.ts';

/** Parameters of kernel `cuda/spgemm-csr`. */
export interface CudaSpgemmParams extends Params {
  readonly lanes: number;
  readonly roomBytes: number;
  readonly merges: number;
}

// As spgemm-rows.cuh and column-words.cuh have them.
const MERGE_PARTS = 3;
export const MERGE_BINS = 6;
export const BINS = 14;
export const LEAST_LOG = 5;
const PATTERN_TABLES = 7;
/** Larger ones leave a multiprocessor too few warps to wait with: parts of rows do with smaller ones. */
const VALUE_TABLES = 7;
/** Tables of the values that a group of lanes adds up in; a block does in larger ones. */
const WARP_TABLES = 5;
/** Place in the tally of the number of entries. */
export const ENTRIES: number = 2 * BINS + 1;
export const TALLY: number = ENTRIES + 1 + MERGE_BINS;
export const GROUP_BLOCK = 128;
export const MERGE_BLOCK = 64;
export const LONG_BLOCK = 512;
export const VALUE_BLOCK = 256;
export const ROW_BLOCK = 1024;
/** Columns of a window where all of a row are too many for one. */
const WINDOW = 2 ** 19;
/** Shared memory that a block of a long row takes besides its bits or its table, and more. */
const BESIDE_TABLE = 8192;

/** What one product is of. */
export interface ProductPlan {
  readonly A: Factor;
  readonly B: Factor;
  /** Where it goes. */
  readonly to: MatrixNames;
  /** What names of its own arrays begin with. */
  readonly work: string;
  readonly alpha: CudaArgument;
}

/** C ← αAB of what the kernel is given. */
export const planOf = (context: MatrixContext): ProductPlan => ({
  A: factorOf(context, 'A'),
  B: factorOf(context, 'B'),
  to: C,
  work: 'work.',
  alpha: 'alpha',
});

/** Sizes of a product, and what of the launches follows from them and the device. */
export interface ProductSizes extends ProductPlan {
  /** Of A; of what A and B share; of B. */
  readonly rows: number;
  readonly inner: number;
  readonly cols: number;
  readonly merges: number;
  /** Tables of the pattern, of the values, and of these those of a group of lanes: as many sizes as fit into shared memory. */
  readonly tables: number;
  readonly valueTables: number;
  readonly warpTables: number;
  /** Columns of a window of a row that no table is for, and windows. */
  readonly window: number;
  readonly windows: number;
  readonly rowBlocks: number;
  /** Blocks of what takes rows in turn. */
  readonly inTurn: (count: number) => number;
  /** Lanes a row: as many as leave a block at most 64 KiB. */
  readonly lanesFor: (logSlots: number) => number;
  /** Shared memory of a group, or a block, that adds values up in a table. */
  readonly valueBytes: (logSlots: number) => number;
  /** Shared memory of a block that merges rows of at most so many products, of so many entries of A: with values or without. */
  readonly mergeBytes: (products: number, entries: number, values: boolean) => number;
  /** Bytes of a value. */
  readonly element: number;
}

/** Shared memory of a group for the columns of a row. */
export const columnBytes = (logSlots: number): number => 12 * 2 ** logSlots + 16;

/** Entries that the largest table of the values is for, and one part of a row that has more. */
export const partOf = ({ valueTables }: Pick<ProductSizes, 'valueTables'>): number =>
  2 ** (LEAST_LOG + valueTables - 2);

/** Places of a row in shared memory: an odd number, so that the same place of all rows of a warp is in as many banks. */
export const oddly = (places: number): number => places + 1 - (places % 2);

/** See {@link ProductSizes}. */
export function sizesOf(
  { device, precision: { precision } }: MatrixContext,
  { lanes, merges }: CudaSpgemmParams,
  plan: ProductPlan,
): ProductSizes {
  const { A, B } = plan;
  const [rows, inner, cols] = [A.shape.rows, B.shape.rows, B.shape.cols];
  const meanRow = inner > 0 ? B.nnz / inner : 0;
  const wanted = lanes > 0 ? lanes : meanRow <= 8 ? 8 : meanRow <= 16 ? 16 : 32;
  const element = precision === 'f64' ? 8 : 4;
  const sharedBytes = device.limits['maxSharedBytes'] ?? 48 * 1024;
  const most = (tables: number, bytes: (table: number) => number): number => {
    let fit = tables;
    while (fit > 1 && bytes(LEAST_LOG + fit - 1) > sharedBytes) fit--;
    return fit;
  };
  const valueBytes = (logSlots: number): number => (8 + element / 2) * 2 ** logSlots;
  const bitsFit = 8 * 2 ** Math.floor(Math.log2(sharedBytes - BESIDE_TABLE));
  const window = Math.max(1, cols <= Math.min(bitsFit, 2 * WINDOW) ? cols : Math.min(bitsFit, WINDOW));
  // One window finds columns sooner than the largest table.
  const tables = PATTERN_TABLES - (cols <= window ? 1 : 0);
  const warpTables = most(WARP_TABLES, (logSlots) => (GROUP_BLOCK / 32) * valueBytes(logSlots));
  return {
    ...plan,
    rows,
    inner,
    cols,
    merges,
    tables: most(tables, (logSlots) => (GROUP_BLOCK / 32) * columnBytes(logSlots)),
    warpTables,
    valueTables: Math.max(
      warpTables,
      most(VALUE_TABLES, (logSlots) => valueBytes(logSlots) + BESIDE_TABLE),
    ),
    window,
    windows: Math.ceil(cols / window),
    rowBlocks: Math.ceil(rows / ROW_BLOCK),
    inTurn: (count) => Math.min(8 * (device.limits['multiprocessors'] ?? 132), Math.ceil(count / 32)),
    lanesFor: (logSlots) => Math.max(wanted, logSlots <= 7 ? 8 : logSlots === 8 ? 16 : 32),
    valueBytes,
    element,
    mergeBytes: (products, entries, values) => {
      const columns = 4 * (32 * oddly(products + entries) + 2);
      return (MERGE_BLOCK / 32) * (columns + (values ? 32 * element * oddly(products) + 8 : 0));
    },
  };
}

/** What was counted of rows. */
export interface RowTally {
  /** Rows of each bin of the pattern: those that are merged, tables, rows beyond them. */
  readonly bins: readonly number[];
  /** Rows of each table of the values, and parts of rows beyond them. */
  readonly valueBins: readonly number[];
  /** Products of rows that are not merged. */
  readonly unmerged: number;
  readonly entries: number;
  /** Most products of a row of each bin that is merged. */
  readonly most: readonly number[];
}

/** The numbers of the tally, each of which is read as two halves. */
export const wholeOf = (halves: ArrayLike<number>): readonly number[] =>
  Array.from({ length: TALLY }, (_, i) => (halves[2 * i] ?? 0) + 2 ** 32 * (halves[2 * i + 1] ?? 0));

/** What the numbers of the tally are. */
export const tallyOf = (all: readonly number[]): RowTally => ({
  bins: all.slice(0, BINS),
  valueBins: all.slice(BINS, 2 * BINS),
  unmerged: all[2 * BINS] ?? 0,
  entries: all[ENTRIES] ?? 0,
  most: all.slice(2 * BINS + 2),
});

/** A range of a list of rows. */
export interface RowRange {
  readonly first: number;
  readonly length: number;
}

/** Where the rows of each bin are in a list that has them bin after bin. */
export function rangesOf(bins: readonly number[]): readonly RowRange[] {
  let first = 0;
  return bins.map((length) => ({ first: (first += length) - length, length }));
}

/** Rows that are merged, all of the same number of entries of A at most. */
export interface MergedRange extends RowRange {
  readonly entries: number;
  readonly products: number;
}

/** The bins of rows that are merged, those that have rows. */
export function mergedRanges({ bins, most }: Pick<RowTally, 'bins' | 'most'>): readonly MergedRange[] {
  return rangesOf(bins.slice(0, MERGE_BINS))
    .map((range, bin) => ({ ...range, entries: bin < MERGE_PARTS ? 8 : 16, products: most[bin] ?? 0 }))
    .filter(({ length }) => length > 0);
}
