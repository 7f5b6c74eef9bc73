import type { CooMatrix } from '@spmv/core';
import { minimumDegreeSlices } from '@spmv/reorder';
import { gathered } from '../gathered.ts';
import type { LuAnalysis } from '../lu/analyze.ts';
import { analyzeLuSlices } from '../lu/analyze.ts';
import { matchedDiagonal } from '../order/scaled-matching.ts';
import { suitsFronts, symmetryOf } from '../order/suits-fronts.ts';
import { equilibrate, powersOf } from '../refine/equilibrate.ts';
import type { Slices } from '../slices.ts';
import { drained } from '../slices.ts';
import type { AnalysisKernels, GraphKernels } from '../symbolic/graph-kernels.ts';
import { GRAPHS } from '../symbolic/graph-kernels.ts';
import { luTotals, orderedTree } from '../symbolic/ordered-tree.ts';
import { supernodeOf as supernodesOfPivots } from '../symbolic/supernodes.ts';

/** What is known of LU by fronts before pivots are chosen: the tree of A + Aᵀ, rows put so that the diagonal is large. Plain data, of use for every matrix with these positions. */
export interface FrontalAnalysis {
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
  /** Entries `entryStart[s]` up to `entryStart[s + 1]`, not included, belong to the front of supernode s: entry `entrySource[e]` of A, by its places. */
  readonly entryStart: Int32Array;
  readonly entrySource: Int32Array;
  readonly entryRow: Int32Array;
  readonly entryCol: Int32Array;
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

/** Rows of the matrix by their columns, and scales. */
interface Matched {
  /** The column that row i is matched with. */
  readonly colOf: Int32Array;
  readonly rowScale: Float64Array;
  readonly colScale: Float64Array;
}

/** Rows stay where they are if the diagonal is large, else it is made so. */
function* matchedOf(coo: CooMatrix): Slices<Matched> {
  const n = coo.shape.rows;
  const { row, col } = equilibrate(coo);
  const [rowScale, colScale] = [powersOf(row), powersOf(col)];
  let large = 0;
  for (let k = 0; k < coo.values.length; k++) {
    const i = coo.rowIndex[k];
    if (i === coo.colIndex[k] && Math.abs(coo.values[k]) * rowScale[i] * colScale[i] >= LARGE) large++;
  }
  if (large === n) return { colOf: Int32Array.from({ length: n }, (_, i) => i), rowScale, colScale };
  const matched = yield* matchedDiagonal(coo);
  const colOf = new Int32Array(n).fill(-1);
  matched.rowOf.forEach((i, j) => (colOf[i] = j));
  return { colOf, rowScale: matched.rowScale, colScale: matched.colScale };
}

/**
 * Prepares LU by fronts of a square matrix that is structurally regular, as `analyzeLu` has found; undefined where columns one by one take less: few multiplications an entry, or a pattern that is far from symmetric. Reads values: rows are put
 * so that the product of the diagonal is the largest there is, where it is not large already.
 * Source: P. R. Amestoy, I. S. Duff, Vectorization of a multiprocessor multifrontal code, Int. J. Supercomput. Appl. 3, 1989.
 */
export function analyzeFronts(
  coo: CooMatrix,
  lu: LuAnalysis,
  { graphs }: AnalysisKernels = {},
): FrontalAnalysis | undefined {
  return drained(analyzeFrontsSlices(coo, lu, graphs));
}

/** LU of a pattern by columns, or by fronts where these suit. */
export interface GeneralAnalysis {
  /** Ordered for columns where there are no fronts. */
  readonly lu: LuAnalysis;
  readonly fronts?: FrontalAnalysis;
}

/** Prepares LU the way that suits. Errors: those of `analyzeLu`. */
export function analyzeGeneral(coo: CooMatrix, { graphs }: AnalysisKernels = {}): GeneralAnalysis {
  return drained(analyzeGeneralSlices(coo, graphs));
}

/** The same in slices. */
export function* analyzeGeneralSlices(coo: CooMatrix, graphs: GraphKernels = GRAPHS): Slices<GeneralAnalysis> {
  const lu = yield* analyzeLuSlices(coo, { forFronts: true, graphs });
  const fronts = yield* analyzeFrontsSlices(coo, lu, graphs);
  if (fronts) return { lu, fronts };
  return { lu: suitsFronts({ ...lu, symmetry: 1 }) ? yield* analyzeLuSlices(coo, { graphs }) : lu };
}

function* analyzeFrontsSlices(
  coo: CooMatrix,
  lu: LuAnalysis,
  graphs: GraphKernels = GRAPHS,
): Slices<FrontalAnalysis | undefined> {
  // Whether the pattern suits them is known when rows are put.
  if (!suitsFronts({ ...lu, symmetry: 1 })) return undefined;
  const { shape, rowIndex, colIndex } = coo;
  const [n, nnz] = [shape.rows, colIndex.length];
  const { colOf, rowScale, colScale } = yield* matchedOf(coo);
  if (colOf.includes(-1)) return undefined;
  const rows = gathered(colOf, rowIndex);
  const graph = graphs.adjacency({ shape, rowIndex: rows, colIndex });
  const symmetry = symmetryOf(rows, colIndex, graph);
  if (!suitsFronts({ ...lu, symmetry })) return undefined;
  const isSame = lu.blockStart.length === 2 && lu.rowOrder.every((i, k) => colOf[i] === lu.colOrder[k]);
  const given = isSame ? lu.colOrder : yield* minimumDegreeSlices(graph, graphs.minimumDegree);
  const { order, place, parent, columnCount } = yield* orderedTree(graph, given, graphs);
  const totals = luTotals(columnCount);
  if (totals.products > FASTER * lu.products) return undefined;
  yield 0;
  const supernodes = graphs.supernodes(parent, columnCount);
  const { firstPivot, parent: supernodeParent, height } = supernodes;
  yield 1;
  const found = graphs.rows(graph, order, place, supernodes);
  const bytes = height.reduce((sum, h, s) => {
    const width = firstPivot[s + 1] - firstPivot[s];
    return sum + 8 * (2 * h - width) * width + 8 * h;
  }, 16 * n);
  const rowPlace = gathered(place, colOf);
  return {
    n,
    nnz,
    rowPlace,
    colPlace: place,
    firstPivot,
    supernodeParent,
    rowsStart: found.start,
    rows: found.rows,
    ...entriesOf(coo, rowPlace, place, firstPivot),
    rowScale,
    colScale,
    ...totals,
    bytes,
  };
}

/** Entries by the supernode of the row or the column that is eliminated first. */
function entriesOf(
  { rowIndex, colIndex }: CooMatrix,
  rowPlace: Int32Array,
  colPlace: Int32Array,
  firstPivot: Int32Array,
): Pick<FrontalAnalysis, 'entryStart' | 'entrySource' | 'entryRow' | 'entryCol'> {
  const count = firstPivot.length - 1;
  const of = supernodesOfPivots(firstPivot);
  const supernodeOf = new Int32Array(colIndex.length);
  const entryStart = new Int32Array(count + 1);
  for (let k = 0; k < colIndex.length; k++) {
    const [row, col] = [rowPlace[rowIndex[k]], colPlace[colIndex[k]]];
    const s = of[row < col ? row : col];
    supernodeOf[k] = s;
    entryStart[s + 1]++;
  }
  for (let s = 0; s < count; s++) entryStart[s + 1] += entryStart[s];
  const end = entryStart.slice(0, count);
  const entrySource = new Int32Array(colIndex.length);
  for (let k = 0; k < colIndex.length; k++) entrySource[end[supernodeOf[k]]++] = k;
  return {
    entryStart,
    entrySource,
    entryRow: gathered(rowPlace, gathered(rowIndex, entrySource)),
    entryCol: gathered(colPlace, gathered(colIndex, entrySource)),
  };
}
