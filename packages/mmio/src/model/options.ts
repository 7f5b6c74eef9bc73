import type { MatrixMarketWarning } from './file.ts';

/** Bounds on what a file may ask for. */
export interface ReadLimits {
  /** Most stored entries. Default 2³¹ − 1. */
  readonly entries?: number;
  /** Most bytes of text, after decompression. Default 2³⁶; compressed data may by default also not exceed 2²⁶ bytes + 100 times its own size. */
  readonly bytes?: number;
  /** Longest data line in bytes. Comments may be longer. Default 2²⁰. */
  readonly lineBytes?: number;
}

/** How far reading has come. */
export interface ReadProgress {
  /** Bytes of text parsed so far. */
  readonly bytes: number;
  /** Size of the source where it is known, as it lies there (compressed or not). */
  readonly totalBytes?: number;
  readonly entries: number;
  /** What the header announces, once it is read. */
  readonly totalEntries?: number;
}

/** The part of `AbortSignal` that is used. */
export interface AbortSignalLike {
  readonly aborted: boolean;
  readonly reason?: unknown;
  /** Without it a signal is looked at between chunks alone. */
  addEventListener?(type: 'abort', listener: () => void): void;
  removeEventListener?(type: 'abort', listener: () => void): void;
}

/** How to read a file that leaves the letter of the format. */
export interface DialectOptions {
  /** First row and column. Files that count from 0 are refused unless this says so. Default 1. */
  readonly indexBase?: 0 | 1;
  /** Numbers on the lines of a `pattern` file: refuse, or check that they are numbers and leave them out. Default refuse. */
  readonly patternValues?: 'refuse' | 'drop';
  /** Banner of a file that has none, for example `%%MatrixMarket matrix coordinate real general`. Default: refuse. */
  readonly assumeBanner?: string;
}

/** What to do with the entries of a coordinate file, in this order. */
export interface EntryOptions {
  /** `expand` writes out the other triangle of symmetric, skew-symmetric and hermitian files. */
  readonly symmetry?: 'expand' | 'keep';
  /** `drop` leaves out entries on the diagonal. Default `keep`. */
  readonly diagonal?: 'keep' | 'drop';
  /** Two entries at one position. `sum` also sorts by row, then column. */
  readonly duplicates?: 'sum' | 'keep' | 'reject';
  /** `drop` leaves out entries that are exactly 0 (after summing). Default `keep`. */
  readonly zeros?: 'keep' | 'drop';
}

/** How to read a file. */
export interface ReadOptions extends EntryOptions, DialectOptions {
  /**
   * Refuse whatever the format's document does not allow, warnings included: entries above the diagonal of symmetric files,
   * a skew-symmetric diagonal, duplicates, comments and blanks out of place, `D` exponents, one `%`. Default false.
   */
  readonly strict?: boolean;
  readonly limits?: ReadLimits;
  /** Ends reading, also while the source does not answer; it then rejects with its reason, or `MMIO.ABORTED` when that is no error. */
  readonly signal?: AbortSignalLike;
  /** Called between chunks. */
  readonly onProgress?: (progress: ReadProgress) => void;
  /** Called once for each kind of warning, when it is met first. */
  readonly onWarning?: (warning: MatrixMarketWarning) => void;
  /** Member of a `.tar.gz` to read instead of `Name/Name.mtx`: its path, or its file name with or without `.mtx`. */
  readonly member?: string;
  /** Name of the source for messages, for example the file's path. */
  readonly name?: string;
}
