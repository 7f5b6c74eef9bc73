import type { CooMatrix, Shape } from '../data/coo.ts';
import type { Precision } from '../data/precision.ts';
import type { Citation } from '../format/sparse-format.ts';
import type { MatrixReference } from '../oracle/matrix-reference.ts';
import type { Axis, Params } from '../params/param-space.ts';
import type { ScalarCase } from './operation.ts';
import type { ScalarOperand } from './operand.ts';

/** A stored matrix that a matrix operation reads or makes. */
export interface MatrixRole {
  /** What programs call it: array `values` of operand `A` is `A.values`. */
  readonly name: string;
  readonly access: 'read' | 'write';
}

/** Everything that a matrix operation reads, as the user gives it; the reference rounds it to the precision. */
export interface MatrixProblem {
  readonly options: Params;
  readonly matrices: Readonly<Record<string, CooMatrix>>;
  /** Operands with the values that they had when positions were found, where new values came afterwards: of an operation whose positions depend on values, the result keeps those. */
  readonly first?: Readonly<Record<string, CooMatrix>>;
  readonly scalars: Readonly<Record<string, number>>;
  readonly precision: Precision;
  /** Rows of the result that the reference is of, ascending. */
  readonly rows: Int32Array;
}

/**
 * What can be computed where the result is a stored matrix, whose size is known only after it was counted, as a value: core's checked entry, the backends and the
 * conformance kit read it and know none by name. Every operand is bound when it is prepared; a host scalar is given with each product.
 */
export interface MatrixOperation {
  readonly kind: 'matrix-operation';
  /** Unique: `spgemm`, `vendor/name` for a third party's. */
  readonly id: string;
  readonly title: string;
  /** For people: `C ← αAB`. */
  readonly formula: string;
  readonly sources: readonly Citation[];
  /** Variants. A kernel computes one point of them, its `options`. */
  readonly options: Readonly<Record<string, Axis>>;
  /** The matrices, in order: at least one that is read, and one that is written. */
  matrices(options: Params): readonly MatrixRole[];
  readonly scalars: readonly ScalarOperand[];
  /** Shape of the result, or in words why these shapes do not fit. Its columns are a bound where they are found with its entries. */
  shape(shapes: Readonly<Record<string, Shape>>, options: Params): Shape | string;
  /** Terms of each row of the result, a multiplication with an addition each (GFLOP/s are of 2 of them): for those who sample rows, and for figures. */
  rowWork(matrices: Readonly<Record<string, CooMatrix>>, options: Params): Float64Array;
  /** What rows of the result should hold: the positions exactly, and what the error of the values is judged by; straight from the entries, knowing no format. */
  reference(problem: MatrixProblem): MatrixReference;
  /** Further scalars that a check computes with. */
  readonly checks: readonly ScalarCase[];
}
