import type { Shape } from '../data/coo.ts';
import type { NamedArrays } from '../data/element.ts';
import { elementTypeOf } from '../data/element.ts';
import type { Precision, ValueType } from '../data/precision.ts';
import { storedElementBytes } from '../data/precision.ts';
import type { Params } from '../params/param-space.ts';

/**
 * A matrix in some format: plain data, no methods, so that any backend can upload any format and a worker can be sent one.
 * Never modified after {@link SparseFormat.build} made it.
 */
export interface StoredMatrix<A extends NamedArrays = NamedArrays, P extends Params = Params> {
  /** Id of the format. */
  readonly format: string;
  readonly shape: Shape;
  /** Stored entries, padding not counted. */
  readonly nnz: number;
  /** Value type the values were rounded to, once, when this was built. */
  readonly valueType: ValueType;
  /** 2 where values are complex numbers: arrays of values then hold pairs of numbers of the value type, real parts first. Left out: 1. */
  readonly components?: 2;
  /** The format's parameters. */
  readonly params: P;
  /** Named numbers of the format, for example ELLPACK's `width`. */
  readonly scalars: Readonly<Record<string, number>>;
  readonly arrays: A;
}

/** Takes the place of the matrix in an operation that has none. */
export const NO_MATRIX: StoredMatrix = {
  format: '',
  shape: { rows: 0, cols: 0 },
  nnz: 0,
  valueType: 'f64',
  params: {},
  scalars: {},
  arrays: {},
};

/** A stored matrix without its arrays' contents: what a kernel may look at to describe its program. */
export interface StoredMatrixHeader extends Omit<StoredMatrix, 'arrays'> {
  /** Numbers in each array. */
  readonly lengths: Readonly<Record<string, number>>;
}

/** The header of a stored matrix. */
export function headerOf(matrix: StoredMatrix): StoredMatrixHeader {
  const { arrays, ...rest } = matrix;
  return { ...rest, lengths: Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array.length])) };
}

/** Bytes of all arrays of a stored matrix: on the host, or where products in `precision` read them, values taking what they take there. */
export function storageBytes(matrix: StoredMatrix, precision: Precision = matrix.valueType): number {
  return Object.values(matrix.arrays).reduce((sum, array) => {
    const element = elementTypeOf(array);
    return sum + (element === undefined ? array.byteLength : array.length * storedElementBytes(element, precision));
  }, 0);
}
