import type { Precision } from '../data/precision.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StripedMatrix } from '../format/striped-matrix.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { Sizes } from '../operation/operand.ts';
import type { Operation } from '../operation/operation.ts';
import type { DenseRequest } from '../operation/signature.ts';
import type { GivenMatrix } from './matrix-request.ts';
import type { Params } from '../params/param-space.ts';

/** What to prepare: an operation, its matrix, the kernel to compute it with, and how. */
export interface PrepareRequest<Args extends readonly unknown[] = readonly unknown[]> {
  readonly operation: Operation<Args>;
  /** Default: of a backend that was opened from a registry, the first of `kernelsHere`. */
  readonly kernel?: Kernel;
  /**
   * The matrix operand, when the operation has one: made by `buildMatrix`, or checked by `format`, or `trusted`. Must not change before
   * `prepare` resolves. Or one that is there already, of a `MatrixOperator`: products are with what it holds then, and it lives as long as this operator.
   */
  readonly matrix?: GivenMatrix;
  /** In place of `matrix`, the same cut into stripes of rows by `buildStripes`: for backends that take one. Must not change before `prepare` resolves. */
  readonly stripes?: StripedMatrix;
  /** The format of a matrix that was not made by `buildMatrix`: its invariants are checked, once. */
  readonly format?: SparseFormat;
  /** You vouch for a matrix that was not made by `buildMatrix`: nothing is checked, and a wrong index reads or writes foreign memory. */
  readonly trusted?: boolean;
  /** Sizes of the operation's own, such as the number of vectors. Those left out have their defaults. */
  readonly sizes?: Sizes;
  /** How dense operands lie in memory. Those left out lie by rows without gaps. */
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
  /** Precision of the operands. Default: the one named like the matrix's value type, or else f64. */
  readonly precision?: Precision;
  /** Precision of the values of the matrix on the device. Default: `precision` where the matrix holds what it needs, else what it holds. */
  readonly stored?: Precision;
  /** Count what each worker does in a product: see `Operator.workerTimes`. Products take a little longer then. Default false. */
  readonly profile?: boolean;
  /** Whether products may read the arrays of the matrix where they are, in a backend that can (`serial` by native and JavaScript kernels): no array may be changed or transferred while the operator is used. Default false: they are copied. */
  readonly share?: boolean;
  /** Parameters of the kernel and of the backend together; unnamed ones take their defaults. */
  readonly params?: Params;
}

/** A request whose kernel was chosen. */
export interface KernelRequest extends PrepareRequest {
  readonly kernel: Kernel;
}
