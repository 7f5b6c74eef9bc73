/** A matrix of a paper: what is known about it, with where that is printed, and what is run in its place. */
export interface StudyMatrix {
  /** As in the papers. */
  readonly name: string;
  /** Group and name in the SuiteSparse collection: `HB/cage4`. */
  readonly origin?: string;
  readonly facts: readonly MatrixFact[];
  readonly source: StudySource;
}

/** A number about a matrix, and where it is from. */
export interface MatrixFact {
  readonly what: MatrixFactName;
  readonly value: number;
  /** `Vázquez et al., Table I`, or an address. */
  readonly from: string;
}

/** What is known about matrices: lengths of rows in entries. */
export type MatrixFactName =
  | 'rows'
  | 'cols'
  | 'nnz'
  | 'mean'
  | 'max'
  | 'min'
  /** Population standard deviation. */
  | 'deviation'
  /** The same over the mean, per cent. */
  | 'relativeDeviation'
  /** Mean absolute deviation over the mean, per cent. */
  | 'percentAverageDeviation'
  | 'bandwidth'
  | 'emptyRows'
  /** Entries of the file that are zero; `nnz` beside it may leave them out. */
  | 'explicitZeros'
  /** Columns from the first to the last entry of a row, over all columns, on average. */
  | 'meanSpan'
  /** Entries in neighbouring columns, on average. */
  | 'meanRun';

/** What is run for a matrix of a paper. */
export type StudySource =
  /** The matrix itself: a bundled name, or a generator that makes it. */
  | { readonly kind: 'stored'; readonly source: string }
  /** A generated matrix of the same rows, entries and row lengths, and the column structure of its kind. */
  | {
      readonly kind: 'standIn';
      readonly source: string;
      readonly like: string;
      readonly why: string;
      /** Figures of the source that are printed nowhere. */
      readonly assumed: readonly MatrixFactName[];
    }
  | { readonly kind: 'notRun'; readonly why: string };
