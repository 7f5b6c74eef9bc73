import type { ShapeLike } from './shape.ts';

/** Positions: numbers, or integers of 64 bits. */
export type Indices = ArrayLike<number> | BigInt64Array | BigUint64Array;

/** Entries by their positions, in any order; those of one position are added. */
export interface CooSource<Index extends Indices = Indices> {
  readonly shape: ShapeLike;
  readonly rowIndex: Index;
  readonly colIndex: Index;
  readonly values: ArrayLike<number>;
}

/** Row i has the entries `rowStart[i]` … `rowStart[i + 1] − 1`. */
export interface CsrSource<Index extends Indices = Indices> {
  readonly shape: ShapeLike;
  readonly rowStart: Index;
  readonly colIndex: Index;
  readonly values: ArrayLike<number>;
}

/** Column j has the entries `colStart[j]` … `colStart[j + 1] − 1`. */
export interface CscSource<Index extends Indices = Indices> {
  readonly shape: ShapeLike;
  readonly colStart: Index;
  readonly rowIndex: Index;
  readonly values: ArrayLike<number>;
}

/** Entries one by one, `[row, column, value]`, in any order; those of one position are added. */
export interface TripletSource {
  readonly shape: ShapeLike;
  readonly triplets: Iterable<readonly number[]>;
}

/** Every element, row by row. Zeros become no entries. */
export interface DenseSource {
  readonly shape: ShapeLike;
  readonly dense: ArrayLike<number>;
}

/**
 * A matrix as arrays of numbers; indices count from 0. Rows (`number[][]`, or typed arrays) are all of one length, zeros being no entries.
 * They are read at the call, and may change afterwards.
 */
export type ArraySource =
  | CooSource
  | CsrSource
  | CscSource
  | TripletSource
  | DenseSource
  | readonly ArrayLike<number>[];
