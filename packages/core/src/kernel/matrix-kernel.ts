import type { StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import type { Kernel, KernelContext } from './kernel.ts';
import type { KernelSteps } from './kernel-steps.ts';
import type { TargetId } from './target.ts';

/** What a kernel of a matrix operation decides its steps from. */
export interface MatrixContext extends Omit<KernelContext, 'layouts'> {
  /** The first of `matrices`, which backends decide their launch parameters from. */
  readonly matrix: StoredMatrixHeader;
  /** The matrices that are read, without their contents, by the names of the operands. */
  readonly matrices: Readonly<Record<string, StoredMatrixHeader>>;
  /** Most bytes of the kernel's own arrays and scratch, infinite without a limit: a kernel that can do with less takes less, core refuses what is above. */
  readonly maxWorkBytes: number;
}

/** What a symbolic phase found of the matrix that is made. The lengths of its arrays follow from this by the layout of its format. */
export interface FoundPattern {
  readonly nnz: number;
  /** Columns, where the operation gives only a bound of them with its shape. */
  readonly cols?: number;
  /** Scalars of its format, where it has any. */
  readonly scalars?: Readonly<Record<string, number>>;
  /** Numbers of the kernel's own, which its numeric phase is given: what it knows it need not read. */
  readonly notes?: readonly number[];
}

/**
 * A kernel of one {@link MatrixOperation}, for one format of each operand and in one target language. Pure data and pure functions.
 *
 * Core uploads what is read, allocates those arrays of the result whose lengths rows and cols decide, runs `symbolic`, then allocates the others, and runs
 * `numeric`. Arrays of the result that a phase allocates itself are those of the layout, of just that length.
 */
export interface MatrixKernel<T extends TargetId = TargetId, P extends Params = Params> extends Pick<
  Kernel<T, P>,
  | 'id'
  | 'operation'
  | 'options'
  | 'target'
  | 'title'
  | 'sources'
  | 'precisions'
  | 'reproducibility'
  | 'requires'
  | 'vendor'
> {
  readonly kind: 'matrix-kernel';
  /** Id of the format of each matrix operand, by its name, also of the one that is made. */
  readonly formats: Readonly<Record<string, string>>;
  readonly params: ParamSpace<MatrixContext, P>;
  /**
   * Finds how many entries the result has, and at least the arrays of it that rows and cols give their length. Work arrays stay for `numeric` unless they are released.
   * May refuse: `KERNEL.REFUSED`, with the number.
   */
  symbolic(context: MatrixContext, params: P): KernelSteps<T, FoundPattern>;
  /**
   * Fills what is left of the result. `again`: once before it ran to its end, the positions are unchanged and are in the result; only values may differ.
   * Host scalars are given to programs by their names. A phase that reads nothing is repeated from its programs, without being asked. `found` is what `symbolic` returned.
   */
  numeric(context: MatrixContext, params: P, again: boolean, found: FoundPattern): KernelSteps<T>;
  /**
   * Run once, before `numeric` runs `again` for the first time: finds what makes repeated products cheaper. Positions are in the result. Returns what `numeric` is given as `found` from then on. It may keep
   * work arrays within `maxWorkBytes`; where the device has no memory for them, products go on without.
   */
  beforeAgain?(context: MatrixContext, params: P, found: FoundPattern): KernelSteps<T, FoundPattern>;
}
