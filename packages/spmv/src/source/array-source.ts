import type { VectorLike } from '../choice.ts';
import type { OtherMemory } from '../memory/other-memory.ts';
import type { StridedArray } from '../memory/strided.ts';
import type { ShapeLike } from './shape.ts';

/** Positions: numbers, or integers of 64 bits. */
export type Indices = ArrayLike<number> | BigInt64Array | BigUint64Array | OtherMemory;

/** Entries by their positions, in any order; those of one position are added. */
export interface CooSource {
  readonly shape: ShapeLike;
  readonly rowIndex: Indices;
  readonly colIndex: Indices;
  readonly values: VectorLike;
}

/** Row i has the entries `rowStart[i]` … `rowStart[i + 1] − 1`. */
export interface CsrSource {
  readonly shape: ShapeLike;
  readonly rowStart: Indices;
  readonly colIndex: Indices;
  readonly values: VectorLike;
}

/** Column j has the entries `colStart[j]` … `colStart[j + 1] − 1`. */
export interface CscSource {
  readonly shape: ShapeLike;
  readonly colStart: Indices;
  readonly rowIndex: Indices;
  readonly values: VectorLike;
}

/** What a matrix of SciPy has in CSR or CSC. In Pyodide its arrays are what `getBuffer()` gives of them. */
export interface ScipySource {
  readonly shape: ShapeLike;
  readonly indptr: Indices;
  readonly indices: Indices;
  readonly data: VectorLike;
  /** Default `csr`. */
  readonly format?: 'csr' | 'csc';
}

/** Entries one by one, `[row, column, value]`, in any order; those of one position are added. */
export interface TripletSource {
  readonly shape: ShapeLike;
  readonly triplets: Iterable<readonly number[]>;
}

/** Every element, row by row. Zeros become no entries. */
export interface DenseSource {
  readonly shape: ShapeLike;
  readonly dense: VectorLike;
}

/**
 * A matrix as arrays of numbers; indices count from 0. Rows (`number[][]`, or typed arrays) are all of one length, zeros being no entries.
 * An array of m × n in memory of somebody else is every element. All are read at the call, and may change afterwards.
 */
export type ArraySource =
  | CooSource
  | CsrSource
  | CscSource
  | TripletSource
  | DenseSource
  | ScipySource
  | StridedArray
  | readonly VectorLike[];
