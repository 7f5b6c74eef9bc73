import { gathered } from '../gathered.ts';
import type { Pattern } from '../lu/columns.ts';
import type { Slices } from '../slices.ts';
import type { GraphKernels } from '../symbolic/graph-kernels.ts';
import type { BlockTriangular } from './block-triangular.ts';
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

/** A pattern by places, of which entries of blocks alone are left. */
function insideOf({ n, start, row }: Pattern, { order, blockStart }: BlockTriangular, placeOf: Int32Array): Pattern {
  const to = new Int32Array(n + 1);
  const rows = new Int32Array(row.length);
  let count = 0;
  for (let b = 0; b + 1 < blockStart.length; b++) {
    const begin = blockStart[b];
    for (let k = begin; k < blockStart[b + 1]; k++) {
      const j = order[k];
      for (let m = start[j]; m < start[j + 1]; m++) {
        const i = placeOf[row[m]];
        if (i >= begin) rows[count++] = i;
      }
      to[k + 1] = count;
    }
  }
  return { n, start: to, row: rows.subarray(0, count) };
}

/** Multiplications for each entry of A up to which no second order is looked for. */
const CHEAP = 20;
/** So many times the entries may be expected where any row may be the pivot. */
const BEARS = 3;

/**
 * Orders columns within their blocks so that little fills in: rows and columns alike, which suits pivots of the diagonal and fronts, or columns for whichever pivots come, as takes less. `forFronts`: fronts may come of
 * it, so that no order of columns is looked for where these suit. `each`: rows and columns that one of the pattern stands for.
 */
export function* orderBlocks(
  pattern: Pattern,
  { colOf }: Matching,
  blocks: BlockTriangular,
  { forFronts, each }: { readonly forFronts: boolean; readonly each: number },
  graphs: GraphKernels,
): Slices<OrderedBlocks> {
  const { order, blockStart } = blocks;
  const [n, count] = [pattern.n, blockStart.length - 1];
  const placeOf = new Int32Array(n);
  for (let k = 0; k < n; k++) placeOf[order[k]] = k;
  // Of rows, by the columns that they are matched with.
  const inside = insideOf(pattern, blocks, gathered(placeOf, colOf));
  // Blocks are parts that do not touch: all are ordered at once.
  const alike = yield* symmetricMinimumDegree(inside, graphs);
  const [entries, products] = [new Float64Array(count), new Float64Array(count)];
  const ordered = new Int32Array(n);
  const end = blockStart.slice(0, count);
  const blockOf = new Int32Array(n);
  for (let b = 0; b < count; b++) blockOf.fill(b, blockStart[b], blockStart[b + 1]);
  for (let k = 0; k < n; k++) {
    const place = alike.order[k];
    const b = blockOf[place];
    const height = alike.columnCount[k];
    ordered[end[b]++] = order[place];
    entries[b] += each ** 2 * (2 * height - 1);
    products[b] += each ** 3 * (height - 1) ** 2;
  }
  for (let b = 0; b < count; b++) {
    const [begin, past] = [blockStart[b], blockStart[b + 1]];
    const [first, last] = [inside.start[begin], inside.start[past]];
    if (products[b] <= CHEAP * each ** 2 * (last - first)) continue;
    if (forFronts && suitsFronts({ entries: entries[b], products: products[b], symmetry: alike.symmetry })) continue;
    const columns = yield* columnMinimumDegree({
      n: past - begin,
      start: inside.start.slice(begin, past + 1).map((at) => at - first),
      row: inside.row.slice(first, last).map((i) => i - begin),
    });
    // What columns are expected to fill bears any pivots; of the other, pivots off the diagonal may make several times as much.
    if (each ** 2 * columns.entries >= BEARS * entries[b]) continue;
    columns.order.forEach((k, at) => (ordered[begin + at] = order[begin + k]));
    [entries[b], products[b]] = [each ** 2 * columns.entries, each ** 3 * columns.products];
  }
  return { order: ordered, entries: sumOf(entries), products: sumOf(products) };
}

function sumOf(numbers: Float64Array): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
