/**
 * What is known of a factorization of a symmetric matrix before its values are looked at. Plain data, of use for every matrix with these positions.
 * Numbers of pivots are positions in `order`; row and column k of PAPᵀ are row and column `order[k]` of A.
 */
export interface SymmetricAnalysis {
  readonly kind: 'symmetric';
  readonly n: number;
  /** Entries of the matrix that was analyzed. */
  readonly nnz: number;
  /** Which entries of the matrix are read. */
  readonly triangle: Triangle;
  /** `order[k]`: the row and column of A that is pivot k. */
  readonly order: Int32Array;
  /** Parent of each pivot in the elimination tree, −1 at a root. */
  readonly parent: Int32Array;
  /** Entries of each column of L, the diagonal among them. */
  readonly columnCount: Int32Array;
  /** Pivots `firstPivot[s]` up to `firstPivot[s + 1]`, not included, are supernode s. */
  readonly firstPivot: Int32Array;
  /** Parent of each supernode, −1 at a root. Children come before their parents. */
  readonly supernodeParent: Int32Array;
  /** `rows[rowsStart[s]]` up to `rows[rowsStart[s + 1]]`, not included: the rows of supernode s in increasing order, first its own pivots. */
  readonly rowsStart: Float64Array;
  readonly rows: Int32Array;
  /** Supernode s of w pivots and m rows is w lines of m numbers from `panelStart[s]` on: line k is column k of L from the first pivot on. */
  readonly panelStart: Float64Array;
  /** Where in memory for updates the (m − w)² numbers lie that supernode s leaves to its parent. */
  readonly updateStart: Float64Array;
  readonly updateLength: number;
  /** Entry `entrySource[e]` of the matrix is added to number `entryTarget[e]` of the panels. */
  readonly entrySource: Int32Array;
  readonly entryTarget: Float64Array;
  /** Σ of `columnCount`: nonzeros of L without the zeros that supernodes store. */
  readonly fill: number;
  /** Σ of `columnCount`²: floating-point operations of LLᵀ. */
  readonly flops: number;
  /** Bytes of factor, updates and index arrays. LDLᵀ takes more where pivots are delayed. */
  readonly bytes: number;
}

/** `full`: both triangles, which have to be equal. `lower`, `upper`: that triangle stands for both, and the other one holds nothing. */
export type Triangle = 'full' | 'lower' | 'upper';

/** Rows of the supernode that has most. */
export function tallestOf({ rowsStart }: Pick<SymmetricAnalysis, 'rowsStart'>): number {
  let most = 0;
  for (let s = 0; s + 1 < rowsStart.length; s++) most = Math.max(most, rowsStart[s + 1] - rowsStart[s]);
  return most;
}
