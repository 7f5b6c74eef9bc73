import type { CooMatrix } from '../data/coo.ts';
import type { Finding } from '../data/finding.ts';
import type { ValueType } from '../data/precision.ts';
import type { RowSource } from '../data/row-source.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import type { MatrixStructure } from '../statistics/matrix-structure.ts';
import type { ArraysOf, Layout } from './layout.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** Where something comes from: a paper and section, a manual, a page. */
export interface Citation {
  readonly title: string;
  readonly section?: string;
  readonly url?: string;
}

interface PlannedStorage {
  readonly scalars: Readonly<Record<string, number>>;
  /** Entries that the arrays have room for, padding included: at least nnz. A value that is stored once for several entries counts once for each of them. */
  readonly slots: number;
}

interface PlannedRefusal {
  /** Why this format is no use for this matrix whatever the memory. */
  readonly refusal: string;
  /** What to do instead, as one imperative sentence. Default: choose another format. */
  readonly fix?: string;
}

/**
 * What a format says of its storage before building it; the arrays follow from its layout. They are predictions, so numbers may exceed any limit. Beside a
 * refusal they may be missing.
 */
export type FormatPlan =
  | (PlannedStorage & { readonly [K in keyof PlannedRefusal]?: never })
  | (PlannedRefusal & { readonly [K in keyof PlannedStorage]?: PlannedStorage[K] });

/** A stored matrix whose rows lie one after another. */
export interface StoredRows {
  /** Entries rowStart[i] … rowStart[i+1] − 1 are those of row i. */
  readonly rowStart: ArrayLike<number>;
  /** Column of each entry. */
  readonly colIndex: Int32Array;
  /** Rows begin … end − 1 as a matrix of the same format. It may share arrays with the whole. */
  readonly part: (begin: number, end: number) => StoredMatrix;
}

/**
 * A storage format of sparse matrices: a description and pure functions. Publish one in a {@link Plugin}.
 *
 * Promises, each tested by the conformance kit: `plan` is exact and `build` follows it; `toCoo(build(A))` is A rounded to the
 * value type; `check` finds nothing in what `build` made; nothing is modified; A with no rows, columns or entries is legal.
 */
export interface SparseFormat<P extends Params = Params, L extends Layout = Layout> {
  readonly kind: 'format';
  /** `csr`; formats from elsewhere `vendor/name`. */
  readonly id: string;
  readonly title: string;
  readonly sources: readonly Citation[];
  /** Declared `as const`, it is also the type of the arrays. */
  readonly layout: L;
  /** Meaning of each scalar. */
  readonly scalars: Readonly<Record<string, string>>;
  /**
   * Most entries of a matrix, and elements of one array. Default 2³¹−1: what kernels count to in 32 bits. A format that says more has
   * kernels that number entries in 64 bits, or in f64.
   */
  readonly maxEntries?: number;
  /**
   * Padding stands behind the entries of its row, where a length or a column of −1 tells kernels to stop: it is stored and need not be read. Absent: kernels read it as
   * they read entries.
   */
  readonly stopsAtPadding?: true;
  /** Parameters that change what is stored. */
  readonly params: ParamSpace<MatrixStructure, P>;
  /** Exact storage for this structure, from arithmetic alone. Throws nothing. */
  plan(structure: MatrixStructure, params: P, valueType: ValueType): FormatPlan;
  /**
   * Puts the entries into the arrays that core made as the plan and the layout say, all zero but those that are a `copyOf` and are to be left as they are.
   * Values are rounded once.
   */
  build(coo: CooMatrix, matrix: StoredMatrix<ArraysOf<L>, P>): void;
  /**
   * The same as `build` of the same entries, all arrays zero, from a source of rows that core has checked and planned: with no memory but one
   * batch ({@link forEachBatch}). Absent: the format is built of all entries at once.
   */
  buildFromRows?(source: RowSource, matrix: StoredMatrix<ArraysOf<L>, P>): void;
  /**
   * The stored matrix by its rows, without copies of its entries: for several devices, each of which gets some rows. Absent: parts are built of `toCoo`'s entries.
   */
  byRows?(matrix: StoredMatrix<ArraysOf<L>, P>): StoredRows;
  /** Exact inverse of `build`, up to the rounding of values. Padding is not an entry, a stored zero is. */
  toCoo(matrix: StoredMatrix<ArraysOf<L>, P>): CooMatrix;
  /** Of a complex matrix, whether entry (row, col) is the conjugate of the value that is stored for it. Absent: none is. A negated one `toCoo` gives negated. */
  conjugates?(matrix: Pick<StoredMatrix, 'shape' | 'scalars'>, row: number, col: number): boolean;
  /**
   * Broken invariants of the format; without any, no kernel may read or write outside an array. Assumes a sound header and arrays as the layout says for
   * its scalars, with any contents ({@link checkStored} looks at the rest): the scalars themselves may be any numbers. Of a complex matrix (`components` is 2) a value is one number here, 0 or 1. Throws
   * nothing, and takes time and memory in proportion to the arrays and the shape only.
   */
  check(matrix: StoredMatrix<ArraysOf<L>, P>): readonly Finding[];
}
