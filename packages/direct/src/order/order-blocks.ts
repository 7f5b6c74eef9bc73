import type { Pattern } from '../lu/columns.ts';
import type { Slices } from '../slices.ts';
import type { BlockTriangular } from './block-triangular.ts';
import type { ColumnOrder } from './column-minimum-degree.ts';
import { columnMinimumDegree } from './column-minimum-degree.ts';
import type { Matching } from './matching.ts';
import { suitsFronts } from './suits-fronts.ts';
import { symmetricMinimumDegree } from './symmetric-minimum-degree.ts';

/** An order of the columns within their blocks, and what it is expected to cost. */
export interface OrderedBlocks {
  readonly order: Int32Array;
  /** Entries of L and U. */
  readonly entries: number;
  /** Multiplications. */
  readonly products: number;
}

/** Columns `begin` … `end − 1` with their rows of the same block, numbered from 0 as their columns. */
function blockOf(
  { start, row }: Pattern,
  { order }: BlockTriangular,
  placeOf: Int32Array,
  begin: number,
  end: number,
): Pattern {
  const to = new Int32Array(end - begin + 1);
  let count = 0;
  for (let k = begin; k < end; k++) count += start[order[k] + 1] - start[order[k]];
  const rows = new Int32Array(count);
  count = 0;
  for (let k = begin; k < end; k++) {
    const j = order[k];
    for (let m = start[j]; m < start[j + 1]; m++) {
      const i = placeOf[row[m]];
      if (i >= begin) rows[count++] = i - begin;
    }
    to[k - begin + 1] = count;
  }
  return { n: end - begin, start: to, row: rows.subarray(0, count) };
}

/** Multiplications for each entry of A up to which no second order is looked for. */
const CHEAP = 20;
/** So many times the entries may be expected where any row may be the pivot. */
const BEARS = 3;

/** The order that takes less: of rows and columns alike, which suits pivots of the diagonal and fronts, or of columns for whichever pivots come. */
function* orderOf(block: Pattern, forFronts: boolean): Slices<ColumnOrder> {
  const alike = yield* symmetricMinimumDegree(block);
  if (alike.products <= CHEAP * block.row.length || (forFronts && suitsFronts(alike))) return alike;
  const columns = yield* columnMinimumDegree(block);
  // What columns are expected to fill bears any pivots; of the other, pivots off the diagonal may make several times as much.
  return columns.entries < BEARS * alike.entries ? columns : alike;
}

/** Orders each block of more than two columns so that little fills in. `forFronts`: fronts may come of it, so that no order of columns is looked for where these suit. */
export function* orderBlocks(
  pattern: Pattern,
  { colOf }: Matching,
  blocks: BlockTriangular,
  forFronts: boolean,
): Slices<OrderedBlocks> {
  const { order, blockStart } = blocks;
  const ordered = order.slice();
  const placeOf = new Int32Array(pattern.n);
  for (let k = 0; k < pattern.n; k++) placeOf[order[k]] = k;
  // Of rows, by the columns that they are matched with.
  const placeOfRow = colOf.map((j) => placeOf[j]);
  let [entries, products] = [0, 0];
  for (let b = 0; b + 1 < blockStart.length; b++) {
    const [begin, end] = [blockStart[b], blockStart[b + 1]];
    const size = end - begin;
    if (size <= 2) {
      entries += size * size;
      products += size - 1;
      continue;
    }
    const found = yield* orderOf(blockOf(pattern, blocks, placeOfRow, begin, end), forFronts);
    for (let k = 0; k < size; k++) ordered[begin + k] = order[begin + found.order[k]];
    entries += found.entries;
    products += found.products;
  }
  return { order: ordered, entries, products };
}
