import type { NpyArray } from '../../npy/npy-array.ts';
import type { BinsparseHeader } from '../descriptor.ts';

/** A tensor of Binsparse, whatever its format: the values that are stored, and where. */
export interface BinsparseTensor {
  /** Length of each dimension; none of a scalar. */
  readonly shape: readonly number[];
  /** For each dimension the index of every stored value, from 0. */
  readonly indices: readonly Int32Array[];
  /** The stored values. Truth values are `b1`, complex ones `c8` or `c16`. */
  readonly values: NpyArray;
  /** What is where nothing is stored: one element, 0 where it is absent. */
  readonly fill?: NpyArray;
  /** The descriptor: format, levels, types of the arrays, and whatever else the file says. */
  readonly header: BinsparseHeader;
}
