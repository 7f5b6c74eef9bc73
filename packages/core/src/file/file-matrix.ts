import type { CooMatrix, Shape } from '../data/coo.ts';

/**
 * What a file of any type says of a matrix, before anything is made of it. Entry k is at (`rowIndex[k]`, `colIndex[k]`), zero-based, in
 * the order of the file; a position may come several times, which stands for the sum.
 */
export interface FileMatrix {
  readonly shape: Shape;
  /** Positions of the entries; absent for a dense matrix. Those of a file that has them by rows are of `positionsByRows`. */
  readonly positions?: Pick<CooMatrix, 'rowIndex' | 'colIndex' | 'rowStart'>;
  /** Real parts: of the entries, or of every element, row by row. */
  readonly values: Float64Array;
  /** Imaginary parts; absent for a real matrix. */
  readonly imaginary?: Float64Array;
  /** What the file calls its values. Those of a pattern are ones. */
  readonly field: 'real' | 'integer' | 'pattern' | 'complex';
  /** Where not general, an entry off the diagonal stands for its mirror image, too. A dense matrix is general. */
  readonly symmetry: 'general' | 'symmetric' | 'skew-symmetric' | 'hermitian';
  /** Every value exactly, where an integer is no float64. */
  readonly integers?: BigInt64Array | BigUint64Array;
  /** Words for people: how it is stored, and what the file says of itself. */
  readonly about: string;
}
