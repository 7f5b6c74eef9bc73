import type { ValueArray } from '../data/number-encoding.ts';
import type { Precision } from '../data/precision.ts';
import type { SparseFormat } from '../format/sparse-format.ts';
import type { StoredMatrix, StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { Shape } from '../data/coo.ts';
import type { MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { MatrixOperation } from '../operation/matrix-operation.ts';
import type { Params } from '../params/param-space.ts';

/** A matrix where an operator computes: its result, or one that it reads. Whatever is prepared with it on the same backend copies nothing, and computes with what it holds then. */
export interface ResidentMatrix {
  /** What is known of it without its contents. Errors: those of `symbolic`, where it is a result. */
  header(): Promise<StoredMatrixHeader>;
}

/** An operand: a matrix of the host, or one that is there already. */
export type GivenMatrix = StoredMatrix | ResidentMatrix;

/** What to prepare for a result that is a stored matrix. */
export interface MatrixRequest {
  readonly operation: MatrixOperation;
  /** Default: of a backend that was opened from a registry, the first that runs here and reads these formats. */
  readonly kernel?: MatrixKernel;
  /**
   * The matrices that are read, by the names of the operands. They are copied: they may change once `prepareMatrix` resolves. An operator of the same backend stands for its result, which stays where it is: what is computed with is what its last
   * `numeric` made, at the positions that it found, and it lives as long as somebody reads it; so does a matrix that it reads, `operand`.
   */
  readonly matrices: Readonly<Record<string, GivenMatrix>>;
  /** Formats by id, for matrices that `buildMatrix` did not make and for the result. Default: those of the registry. */
  readonly formats?: readonly SparseFormat[];
  /** You vouch for matrices that were not made by `buildMatrix`. */
  readonly trusted?: boolean;
  /** Default: the one named like the value type of the first matrix. */
  readonly precision?: Precision;
  /** Parameters of the kernel and of the backend together. */
  readonly params?: Params;
  /** Most bytes that the kernel may take besides the operands and the result. Default: what the device has. */
  readonly maxWorkBytes?: number;
  /** Most bytes of the arrays of the result, known before they are taken. Default: what the device has. */
  readonly maxResultBytes?: number;
}

/** What the symbolic phase found, and what it took. */
export interface FoundMatrix {
  readonly shape: Shape;
  readonly nnz: number;
  /** Bytes of the arrays of the result on the device: exact. */
  readonly bytes: number;
}

/** What a matrix operator holds and moved, counted by core as it drives the kernel. */
export interface MatrixCosts {
  /** Bytes of the matrices that were copied to the device. */
  readonly operandBytes: number;
  /** Bytes of the result's arrays so far. */
  readonly resultBytes: number;
  /** Bytes of the kernel's own arrays and scratch, now and at their peak. */
  readonly workBytes: number;
  readonly peakWorkBytes: number;
  /** Bytes of all arrays of the operator that were there at one time, at their peak: operands that were copied, the result, and work. */
  readonly peakBytes: number;
  /** Most that the kernel said before it took it: of what was there already, of its own arrays to come, and of the scratch of its programs; absent where it said nothing. */
  readonly boundBytes: number | undefined;
  /** Times that the host waited for numbers, and their bytes. */
  readonly reads: number;
  readonly readBytes: number;
}

/** A matrix operation with its operands bound to a backend. Methods run one after another, in the order of the calls. */
export interface MatrixOperator extends ResidentMatrix {
  readonly operation: MatrixOperation;
  readonly kernel: MatrixKernel;
  readonly precision: Precision;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  /**
   * Finds the size of the result and allocates it, once; later calls give the same. Errors: `KERNEL.REFUSED` with the number, also where the kernel's bound is above
   * `maxWorkBytes` or the result above `maxResultBytes`, `BACKEND.OUT_OF_MEMORY` naming the array, `KERNEL.PROGRAM_INVALID`.
   */
  symbolic(): Promise<FoundMatrix>;
  /**
   * Fills the result, after `symbolic` where that did not run. Scalars are rounded to the precision; those left out have their defaults. Complete at return on CPU
   * backends, otherwise after `backend.finish()` or `read`. Errors: those of `symbolic`, `OPERAND.SCALAR`.
   */
  numeric(scalars?: Readonly<Record<string, number>>): Promise<void>;
  /**
   * New values of matrices at the same positions, in the order of their array `values`: the next `numeric` computes with them. They are copied: they may change once it resolves.
   * Errors: `OPERAND.MATRIX`, `OPERAND.LENGTH`, `OPERAND.TYPE`; all matrices are then what they were.
   */
  update(values: Readonly<Record<string, ValueArray>>): Promise<void>;
  /** The result as it was computed last, copied to the host and checked by its format. Errors: those of `numeric` where none ran, `FORMAT.INVALID` where the kernel made no matrix. */
  read(): Promise<StoredMatrix>;
  costs(): MatrixCosts;
  /** A matrix that it reads, as an operand of others: it stays there as long as somebody reads it, and `update` changes it for all. Errors: `OPERAND.MATRIX` for a name that it does not read. */
  operand(name: string): ResidentMatrix;
  /** Gives back what only new values need: the operands and the kernel's own arrays. The result stays, computed where it was not yet, and can be read and lent; `numeric`, `update` and `operand` are `LIFETIME.DISPOSED` then. Errors: those of `numeric`. */
  seal(): Promise<void>;
  dispose(): Promise<void>;
}
