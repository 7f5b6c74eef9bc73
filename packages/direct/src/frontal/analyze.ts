import type { CooMatrix } from '@spmv/core';
import type { Adjacency } from '@spmv/reorder';
import { minimumDegreeSlices } from '@spmv/reorder';
import { gathered } from '../gathered.ts';
import type { LuAnalysis } from '../lu/analyze.ts';
import { analyzeLuSlices, orderedLu, within, withColumns } from '../lu/analyze.ts';
import { matchedDiagonal } from '../order/scaled-matching.ts';
import { suitsFronts, symmetryOf } from '../order/suits-fronts.ts';
import { scalesOf } from '../refine/equilibrate.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { GeneralOptions, GraphKernels } from '../symbolic/graph-kernels.ts';
import { GRAPHS, limitOf } from '../symbolic/graph-kernels.ts';
import type { OrderedTree } from '../symbolic/ordered-tree.ts';
import { luTotals, orderedTree } from '../symbolic/ordered-tree.ts';
import type { Magnitudes } from '../symbolic/pairs.ts';
import { magnitudesOf, matchedRows, ofPairs, rowsOf, treeOfRows, twice } from '../symbolic/pairs.ts';
import type { EntriesOfFronts } from './entries.ts';
import { entriesOf, entriesOfBlocks } from './entries.ts';

/** What is known of LU by fronts before pivots are chosen: the tree of A + Aᵀ, rows put so that the diagonal is large. Plain data, of use for every matrix with these positions. */
export interface FrontalAnalysis extends EntriesOfFronts {
  readonly n: number;
  readonly nnz: number;
  /** Where each row and each column of A comes before pivots are chosen. */
  readonly rowPlace: Int32Array;
  readonly colPlace: Int32Array;
  /** Places `firstPivot[s]` up to `firstPivot[s + 1]`, not included, are supernode s. */
  readonly firstPivot: Int32Array;
  /** Parent of each supernode, −1 at a root. Children come before their parents. */
  readonly supernodeParent: Int32Array;
  /** `rows[rowsStart[s]]` up to `rows[rowsStart[s + 1]]`, not included: rows and columns of supernode s in increasing order, first its own. */
  readonly rowsStart: Float64Array;
  readonly rows: Int32Array;
  /** Powers of two by which rows and columns of A are scaled. */
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
  /** Entries of L and U, and multiplications, with the pivots of the diagonal. */
  readonly entries: number;
  readonly products: number;
  /** Bytes of the factor, where no pivot is delayed. */
  readonly bytes: number;
}

/** So many times the multiplications of LU by columns may be taken by dense products. */
const FASTER = 4;
/** What a scaled diagonal has at least where rows stay where they are. */
const LARGE = 2 ** -5;

/** The part of entries beside the diagonal with a mirror image from which on rows stay where they are. */
const SYMMETRIC = 0.9;

/** Rows of the matrix by their columns, and scales. */
interface Matched {
  /** The column that row i is matched with. */
  readonly colOf: Int32Array;
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
}

/** Of rows where pairs are put: both, the larger part of a complex number on the diagonal. */
function rowsPut(coo: CooMatrix, pairs: Magnitudes | undefined, matched: Matched): Matched {
  if (!pairs) return matched;
  const [rowScale, colScale] = [matched.rowScale, matched.colScale].map(twice);
  return { colOf: matchedRows(pairs, matched.colOf, coo.values), rowScale, colScale };
}

/** Rows where they are, scaled by their largest entries. */
function staying(coo: CooMatrix): Matched {
  const colOf = new Int32Array(coo.shape.rows);
  for (let i = 0; i < colOf.length; i++) colOf[i] = i;
  return { colOf, ...scalesOf(coo) };
}

/** Rows stay where they are if the diagonal is large, else it is made so. */
function* matchedOf(coo: CooMatrix): Slices<Matched> {
  const n = coo.shape.rows;
  const own = staying(coo);
  const { rowScale, colScale } = own;
  let large = 0;
  for (let k = 0; k < coo.values.length; k++) {
    const i = coo.rowIndex[k];
    if (i === coo.colIndex[k] && Math.abs(coo.values[k]) * rowScale[i] * colScale[i] >= LARGE) large++;
  }
  if (large === n) return own;
  const matched = yield* matchedDiagonal(coo);
  const colOf = new Int32Array(n).fill(-1);
  matched.rowOf.forEach((i, j) => (colOf[i] = j));
  return { colOf, rowScale: matched.rowScale, colScale: matched.colScale };
}

/**
 * Prepares LU by fronts of a square matrix that is structurally regular, as `analyzeLu` has found; undefined where columns one by one take less: few multiplications an entry, a pattern that is far from symmetric, or fronts beyond `maxBytes`. Reads values: rows are put
 * so that the product of the diagonal is the largest there is, where it is not large already.
 * Source: P. R. Amestoy, I. S. Duff, Vectorization of a multiprocessor multifrontal code, Int. J. Supercomput. Appl. 3, 1989.
 */
export function analyzeFronts(
  coo: CooMatrix,
  lu: LuAnalysis,
  options: GeneralOptions = {},
): FrontalAnalysis | undefined {
  return drained(analyzeFrontsSlices(coo, lu, options.graphs, limitOf('analyzeFronts', options)));
}

/** LU of a matrix by fronts where these suit, else by columns. `isMatched`: rows were put where the diagonal was not large. */
export type GeneralAnalysis =
  | { readonly fronts: FrontalAnalysis; readonly isMatched: boolean; readonly lu?: undefined }
  | { readonly fronts?: undefined; readonly isMatched?: undefined; readonly lu: LuAnalysis };

/** Prepares LU the way that suits, and fits. Errors: those of `analyzeLu`. */
export function analyzeGeneral(coo: CooMatrix, options: GeneralOptions = {}): GeneralAnalysis {
  return drained(analyzeGeneralSlices(coo, options.graphs, limitOf('analyzeGeneral', options)));
}

/** The same in slices. */
export function* analyzeGeneralSlices(
  coo: CooMatrix,
  graphs: GraphKernels = GRAPHS,
  maxBytes: number = Infinity,
): Slices<GeneralAnalysis> {
  const pairs = magnitudesOf(coo);
  const fronts = yield* analyzeOwnFronts(coo, pairs, graphs, maxBytes);
  return fronts ? { fronts, isMatched: false } : yield* analyzeMatchedSlices(coo, graphs, maxBytes, pairs);
}

/** The same with rows put by a matching where the diagonal is not large. */
export function* analyzeMatchedSlices(
  coo: CooMatrix,
  graphs: GraphKernels = GRAPHS,
  maxBytes: number = Infinity,
  pairs: Magnitudes | undefined = magnitudesOf(coo),
): Slices<GeneralAnalysis> {
  const ordered = yield* orderedLu(coo, { forFronts: true, graphs, blocks: pairs });
  const fronts = yield* analyzeFrontsSlices(coo, ordered, graphs, maxBytes, pairs);
  if (fronts) return { fronts, isMatched: true };
  const isOfFronts = suitsFronts({ ...ordered, symmetry: 1 });
  return { lu: within(isOfFronts ? yield* analyzeLuSlices(coo, graphs) : withColumns(coo, ordered), maxBytes) };
}

/** Fronts of rows that stay where they are, though the diagonal has zeros: a matching would take the symmetry of the pattern, and a pivot that is missing is left to the parent. Undefined where that is no gain, or does not fit. */
function* analyzeOwnFronts(
  coo: CooMatrix,
  pairs: Magnitudes | undefined,
  graphs: GraphKernels,
  maxBytes: number,
): Slices<FrontalAnalysis | undefined> {
  const own = pairs ?? coo;
  const { shape, rowIndex, colIndex, values } = own;
  const n = shape.rows;
  let diagonal = 0;
  for (let k = 0; k < values.length; k++) if (rowIndex[k] === colIndex[k] && values[k] !== 0) diagonal++;
  if (n !== shape.cols || diagonal === n) return undefined;
  const graph = graphs.adjacency({ shape, rowIndex, colIndex });
  const symmetry = symmetryOf(rowIndex, colIndex, graph);
  if (symmetry < SYMMETRIC) return undefined;
  const tree = yield* orderedTree(graph, yield* minimumDegreeSlices(graph, graphs.minimumDegree), graphs);
  if (!suitsFronts({ ...luTotals(treeOfRows(tree, coo.shape.rows).columnCount), symmetry })) return undefined;
  return yield* frontsOf(coo, pairs, staying(own), graph, tree, graphs, maxBytes);
}

function* analyzeFrontsSlices(
  coo: CooMatrix,
  lu: Omit<LuAnalysis, 'columns' | 'inside'>,
  graphs: GraphKernels = GRAPHS,
  maxBytes: number = Infinity,
  pairs: Magnitudes | undefined = magnitudesOf(coo),
): Slices<FrontalAnalysis | undefined> {
  // Whether the pattern suits them is known when rows are put.
  if (!suitsFronts({ ...lu, symmetry: 1 })) return undefined;
  const own = pairs ?? coo;
  const { shape, rowIndex, colIndex } = own;
  const matched = yield* matchedOf(own);
  const { colOf } = matched;
  if (colOf.includes(-1)) return undefined;
  const rows = gathered(colOf, rowIndex);
  const graph = graphs.adjacency({ shape, rowIndex: rows, colIndex });
  const symmetry = symmetryOf(rows, colIndex, graph);
  if (!suitsFronts({ ...lu, symmetry })) return undefined;
  const [rowOrder, colOrder] = [lu.rowOrder, lu.colOrder].map((order) => (pairs ? ofPairs(order) : order));
  const isSame = lu.blockStart.length === 2 && rowOrder.every((i, k) => colOf[i] === colOrder[k]);
  const given = isSame ? colOrder : yield* minimumDegreeSlices(graph, graphs.minimumDegree);
  const tree = yield* orderedTree(graph, given, graphs);
  if (luTotals(treeOfRows(tree, lu.n).columnCount).products > FASTER * lu.products) return undefined;
  return yield* frontsOf(coo, pairs, matched, graph, tree, graphs, maxBytes);
}

function* frontsOf(
  coo: CooMatrix,
  pairs: Magnitudes | undefined,
  matched: Matched,
  graph: Adjacency,
  tree: OrderedTree,
  graphs: GraphKernels,
  maxBytes: number,
): Slices<FrontalAnalysis | undefined> {
  const n = coo.shape.rows;
  const { place, parent, columnCount } = treeOfRows(tree, n);
  yield 0;
  const supernodes = graphs.supernodes(parent, columnCount);
  const { firstPivot, parent: supernodeParent, height } = supernodes;
  yield 1;
  const bytes = height.reduce((sum, h, s) => {
    const width = firstPivot[s + 1] - firstPivot[s];
    return sum + 8 * (2 * h - width) * width + 8 * h;
  }, 16 * n);
  if (bytes > maxBytes) return undefined;
  const found = rowsOf(graph, tree, supernodes, graphs);
  const { colOf, rowScale, colScale } = rowsPut(coo, pairs, matched);
  const rowPlace = gathered(place, colOf);
  return {
    n,
    nnz: coo.values.length,
    rowPlace,
    colPlace: place,
    firstPivot,
    supernodeParent,
    rowsStart: found.start,
    rows: found.rows,
    ...(pairs ? entriesOfBlocks(pairs, rowPlace, place, firstPivot) : entriesOf(coo, rowPlace, place, firstPivot)),
    rowScale,
    colScale,
    ...luTotals(columnCount),
    bytes,
  };
}
