import type { MatrixMarketHeader, MatrixMarketSymmetry } from './header.ts';
import type { LineMap } from './line-map.ts';

/** Something read that the format's document does not allow but that has one meaning only. */
export interface MatrixMarketWarning {
  readonly code: string;
  /** Where it was met first; 0 for what is not of the text: the archive around it, and threads that failed. */
  readonly line: number;
  /** How often it was met. */
  readonly count: number;
  readonly message: string;
}

/** The entries of a file. Entry k is at (`rowIndex[k]`, `colIndex[k]`), zero-based, in the order of the file. */
export interface MatrixMarketEntries {
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
  /** Real parts. Length 0 for `pattern`: every value is 1. */
  readonly values: Float64Array;
  /** Imaginary parts; length 0 unless `complex`. */
  readonly imaginary: Float64Array;
}

/**
 * What a Matrix Market file says. Plain data.
 *
 * `array` files have no indices: `values` is column-major, packed by columns when `symmetry` is not `general`
 * (lower triangle with the diagonal; without it for `skew-symmetric`). A `vector` is rows × 1.
 */
export interface MatrixMarketFile extends MatrixMarketEntries {
  readonly header: MatrixMarketHeader;
  /** Symmetry of the arrays as they are here: the header's, or `general` once expanded. */
  readonly symmetry: MatrixMarketSymmetry;
  /**
   * Every value exactly, present when at least one integer is not a float64 (beyond ±2⁵³); `values` then holds the
   * nearest float64. `BigUint64Array` for `unsigned-integer` files.
   */
  readonly integers?: BigInt64Array | BigUint64Array;
  readonly warnings: readonly MatrixMarketWarning[];
  /** Line of each entry, for messages. */
  readonly lines: LineMap;
  /** The other `.mtx` members of a `.tar.gz`, for example `Name/Name_b.mtx`. */
  readonly companions: readonly string[];
}
