import type { CooMatrix } from '@spmv/core';
import { formatBytes, rowStartOf, SpmvError } from '@spmv/core';
import { gathered } from '../gathered.ts';
import { blockTriangular } from '../order/block-triangular.ts';
import { maximumMatching } from '../order/matching.ts';
import { orderBlocks } from '../order/order-blocks.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { GeneralOptions, GraphKernels } from '../symbolic/graph-kernels.ts';
import { GRAPHS, limitOf } from '../symbolic/graph-kernels.ts';
import type { Blocks } from '../symbolic/pairs.ts';
import { blocksOf, ofBoth } from '../symbolic/pairs.ts';
import type { ColumnPattern } from './columns.ts';
import { columnsOf } from './columns.ts';

/** What is known of LU of a pattern before its values are looked at: plain data, good for every matrix of that pattern. */
export interface LuAnalysis {
  readonly n: number;
  readonly nnz: number;
  /** The row and the column of the caller that come to place k, before pivots are chosen. */
  readonly rowOrder: Int32Array;
  readonly colOrder: Int32Array;
  /** Block b of the block triangular form has places `blockStart[b]` … `blockStart[b + 1] − 1`. */
  readonly blockStart: Int32Array;
  /** The matrix in these orders, column by column: entries of blocks above the diagonal first, those of the block of the column from `inside[j]` on. `row` are places. */
  readonly columns: ColumnPattern;
  readonly inside: Int32Array;
  /** Entries of L and U that are expected; rows other than those of the diagonal taken as pivots may make more. */
  readonly entries: number;
  /** Multiplications that are expected. */
  readonly products: number;
  /** Bytes of the factor that is expected. */
  readonly bytes: number;
}

/** Bytes of an entry of a factor: a number and its row. */
export const ENTRY_BYTES = 12;

function structurallySingular(rank: number, rowOf: Int32Array, colOf: Int32Array): SpmvError {
  const [row, col] = [colOf.indexOf(-1), rowOf.indexOf(-1)];
  return new SpmvError(
    'SOLVER.SINGULAR',
    `The matrix is singular whatever its numbers are: its ${rowOf.length} columns cannot each have a row of their own, ${rank} can; row ${row} and column ${col} are left over.`,
    {
      fix: "Mend the row or the column, or use method: 'lsqr', which gives the smallest x of least squares.",
      details: { rank, row, col, structural: true },
    },
  );
}

/**
 * Prepares LU of a square matrix: rows are matched to columns so that no element of the diagonal is missing, the block triangular form is found, and each of its blocks is ordered so that little fills in. Reads no
 * values; an entry that is stored and 0 counts. Loops over the graph are JavaScript, or those of `nativeFronts`.
 *
 * Errors: `OPERAND.MATRIX` where it is not square; `SOLVER.SINGULAR` where no matrix of this pattern is regular, with the structural rank, a row and a column; `FORMAT.OUT_OF_MEMORY` beyond `maxBytes`.
 * Source: T. A. Davis, E. Palamadai Natarajan, Algorithm 907: KLU, ACM Trans. Math. Softw. 37, 2010, section 3.
 */
export function analyzeLu(coo: CooMatrix, options: GeneralOptions = {}): LuAnalysis {
  const maxBytes = limitOf('analyzeLu', options);
  return within(drained(analyzeLuSlices(coo, options.graphs)), maxBytes);
}

/** An analysis of factors that are expected to fit: nothing of them is there yet. Errors: `FORMAT.OUT_OF_MEMORY`, with their bytes. */
export function within(analysis: LuAnalysis, maxBytes: number): LuAnalysis {
  const { bytes, entries, n } = analysis;
  if (bytes <= maxBytes) return analysis;
  throw new SpmvError(
    'FORMAT.OUT_OF_MEMORY',
    `The factors of ${n} columns are expected to have ${entries} nonzeros and to need ${formatBytes(bytes)}, more than maxBytes, ${formatBytes(maxBytes)}.`,
    {
      fix: 'Solve by an iterative method with a preconditioner, or factor with a larger maxBytes.',
      details: { bytes, entries, maxBytes, columns: n },
    },
  );
}

/** The same in slices of some milliseconds. */
export function* analyzeLuSlices(coo: CooMatrix, graphs?: GraphKernels): Slices<LuAnalysis> {
  return withColumns(coo, yield* orderedLu(coo, { graphs }));
}

/** Orders, before columns are put into them; and the columns of what was ordered. */
export interface OrderedLu extends Omit<LuAnalysis, 'columns' | 'inside'> {
  readonly pattern: ColumnPattern;
}

/** The orders in slices. `forFronts`: what is known of fronts that suit is enough. */
export function* orderedLu(
  coo: CooMatrix,
  {
    forFronts = false,
    graphs = GRAPHS,
    blocks: pairs = blocksOf({ rowStart: rowStartOf(coo), colIndex: coo.colIndex }),
  }: {
    readonly forFronts?: boolean;
    readonly graphs?: GraphKernels | undefined;
    readonly blocks?: Blocks | undefined;
  } = {},
): Slices<OrderedLu> {
  const { rows, cols } = coo.shape;
  if (rows !== cols)
    throw new SpmvError('OPERAND.MATRIX', `LU needs a square matrix, and this one is ${rows} × ${cols}.`, {
      fix: "Use method: 'lsqr' for least squares.",
      details: { rows, cols },
    });
  const [each, spread] = pairs ? [2, ofBoth] : [1, (one: Int32Array) => one];
  const pattern = columnsOf(pairs ?? coo);
  const matching = yield* maximumMatching(pattern);
  if (matching.size < pattern.n) {
    const [rowOf, colOf] = [matching.rowOf, matching.colOf].map((of) => spread(of));
    throw structurallySingular(each * matching.size, rowOf, colOf);
  }
  const blocks = blockTriangular(pattern, matching);
  const found = yield* orderBlocks(pattern, matching, blocks, { forFronts, each }, graphs);
  const [rowOrder, colOrder] = [spread(gathered(matching.rowOf, found.order)), spread(found.order)];
  const blockStart = blocks.blockStart.map((at) => each * at);
  const { entries, products } = found;
  const nnz = coo.values.length;
  const bytes = ENTRY_BYTES * (entries + 2 * nnz) + 64 * cols;
  return { n: cols, nnz, rowOrder, colOrder, blockStart, entries, products, bytes, pattern };
}

/** The analysis of LU by columns in these orders. */
export function withColumns(coo: CooMatrix, { pattern, ...ordered }: OrderedLu): LuAnalysis {
  const given = pattern.n === ordered.n ? pattern : columnsOf(coo);
  return { ...ordered, ...permuted(given, ordered.rowOrder, ordered.colOrder, ordered.blockStart) };
}

/** The matrix in other orders. */
function permuted(
  { n, start, row, from }: ColumnPattern,
  rowOrder: Int32Array,
  colOrder: Int32Array,
  blockStart: Int32Array,
): { readonly columns: ColumnPattern; readonly inside: Int32Array } {
  const placeOf = new Int32Array(n);
  for (let k = 0; k < n; k++) placeOf[rowOrder[k]] = k;
  const to = { start: new Int32Array(n + 1), row: new Int32Array(row.length), from: new Int32Array(row.length) };
  const inside = new Int32Array(n);
  let end = 0;
  for (let b = 0; b + 1 < blockStart.length; b++) {
    const begin = blockStart[b];
    for (let k = begin; k < blockStart[b + 1]; k++) {
      const j = colOrder[k];
      let [above, last] = [end, end + start[j + 1] - start[j]];
      end = last;
      for (let m = start[j]; m < start[j + 1]; m++) {
        const i = placeOf[row[m]];
        const at = i < begin ? above++ : --last;
        to.row[at] = i;
        to.from[at] = from[m];
      }
      inside[k] = above;
      to.start[k + 1] = end;
    }
  }
  return { columns: { n, ...to }, inside };
}
