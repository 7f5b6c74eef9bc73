import type { CooMatrix } from '../data/coo.ts';
import type { ElementType, NamedArrays } from '../data/element.ts';
import type { Finding } from '../data/finding.ts';
import type { ValueType } from '../data/precision.ts';
import type { RowSource } from '../data/row-source.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import type { MatrixStructure } from '../statistics/matrix-structure.ts';
import type { StoredMatrix } from './stored-matrix.ts';

/** Where something comes from: a paper and section, a manual, a page. */
export interface Citation {
  readonly title: string;
  readonly section?: string;
  readonly url?: string;
}

/** One array of a format. */
export interface ArrayDeclaration {
  /** `value` is the value type of the matrix; several are alternatives the plan chooses from. */
  readonly element: 'value' | ElementType | readonly ElementType[];
  /** Length as a formula of rows, cols, nnz, the scalars and the parameters, for people: `rows + 1`. */
  readonly length: string;
  readonly doc: string;
}

/** What one array will be. */
export interface PlannedArray {
  readonly element: ElementType;
  readonly length: number;
}

/** What a format says of its storage before building it. They are predictions, so numbers may exceed any limit. */
export interface FormatPlan {
  readonly arrays: Readonly<Record<string, PlannedArray>>;
  readonly scalars: Readonly<Record<string, number>>;
  /** Entries that the arrays have room for, padding included: at least nnz. A value that is stored once for several entries counts once for each of them. */
  readonly slots: number;
  /** Why this format is no use for this matrix whatever the memory, or absent. */
  readonly refusal?: string;
  /** What to do instead, as one imperative sentence. Only beside a refusal; default: choose another format. */
  readonly fix?: string;
}

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
export interface SparseFormat<P extends Params = Params, A extends NamedArrays = NamedArrays> {
  readonly kind: 'format';
  /** `csr`; formats from elsewhere `vendor/name`. */
  readonly id: string;
  readonly title: string;
  readonly sources: readonly Citation[];
  readonly layout: { readonly [K in keyof A]: ArrayDeclaration };
  /** Meaning of each scalar. */
  readonly scalars: Readonly<Record<string, string>>;
  /**
   * Most entries of a matrix, and elements of one array. Default 2³¹−1: what kernels count to in 32 bits. A format that says more has
   * kernels that number entries in 64 bits, or in f64.
   */
  readonly maxEntries?: number;
  /** Parameters that change what is stored. */
  readonly params: ParamSpace<MatrixStructure, P>;
  /** Exact storage for this structure, from arithmetic alone. Throws nothing. */
  plan(structure: MatrixStructure, params: P, valueType: ValueType): FormatPlan;
  /** The matrix in this format, values rounded once. Called only where the plan was within the limits. */
  build(coo: CooMatrix, params: P, valueType: ValueType): StoredMatrix<A, P>;
  /**
   * The same as `build`, with the arrays of the entries themselves wherever it would copy them unchanged. Absent: nothing of the format is an array of the entries.
   */
  share?(coo: CooMatrix, params: P, valueType: ValueType): StoredMatrix<A, P>;
  /**
   * The same as `build` of the same entries, from a source of rows that core has checked and planned: with no memory but the result and
   * one batch ({@link forEachBatch}). Absent: the format is built of all entries at once.
   */
  buildFromRows?(source: RowSource, params: P, valueType: ValueType): StoredMatrix<A, P>;
  /**
   * The stored matrix by its rows, without copies of its entries: for several devices, each of which gets some rows. Absent: parts are built of `toCoo`'s entries.
   */
  byRows?(matrix: StoredMatrix<A, P>): StoredRows;
  /** Exact inverse of `build`, up to the rounding of values. Padding is not an entry, a stored zero is. */
  toCoo(matrix: StoredMatrix<A, P>): CooMatrix;
  /**
   * Broken invariants of the format; without any, no kernel may read or write outside an array. Assumes a sound header and arrays of the
   * declared types, of any length and with any contents ({@link checkStored} looks at the rest): begins with {@link checkSizes}. Throws
   * nothing, and takes time and memory in proportion to the arrays and the shape only.
   */
  check(matrix: StoredMatrix<A, P>): readonly Finding[];
}
