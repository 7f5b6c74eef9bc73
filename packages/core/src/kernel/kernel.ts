import type { NamedArrays } from '../data/element.ts';
import type { Precision } from '../data/precision.ts';
import type { Citation } from '../format/sparse-format.ts';
import type { StoredMatrix, StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { DeviceInfo } from '../backend/device-info.ts';
import type { OperationId, Operations } from '../operation.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import type { TargetId, TargetPrograms } from './target.ts';

/** A precision a kernel offers: inputs and results in `precision`, sums kept in `accumulator`. */
export interface KernelPrecision {
  readonly precision: Precision;
  readonly accumulator: Precision;
}

/**
 * How results repeat. `bitwise`: the same bits whatever the parameters, threads and device of this target. `run-to-run`: the
 * same bits for the same parameters on the same device. `none`: sums may be taken in another order each time.
 */
export type Reproducibility = 'bitwise' | 'run-to-run' | 'none';

/** What every kernel declares, whatever it computes. Pure data and pure functions. */
export interface KernelDescription<O extends OperationId, T extends TargetId> {
  readonly kind: 'kernel';
  /** `target/format-variant`, unique: `wgsl/ellpack-r`, `js/vendor/name` for a format `vendor/name`. Parameters are never part of it. */
  readonly id: string;
  readonly operation: O;
  readonly target: T;
  readonly title: string;
  readonly sources: readonly Citation[];
  readonly precisions: readonly KernelPrecision[];
  readonly reproducibility: Reproducibility;
  /** Capabilities the device must have, for example `subgroups`. */
  readonly requires: readonly string[];
  /** True for a call of a vendor's library, offered to compare with. */
  readonly vendor?: boolean;
}

/** What a kernel of y ← αAx + βy decides its launch from. */
export interface SpmvContext {
  readonly matrix: StoredMatrixHeader;
  readonly device: DeviceInfo;
  readonly precision: KernelPrecision;
}

/**
 * A kernel of y ← αAx + βy for one format and one target language.
 *
 * Must: not read y when β = 0; never read x for padding; write every element of y, also of empty rows; write nothing else.
 * Need not: handle α = 0, no rows, no columns or no entries (the checked entry does), check operands, or own any device handle.
 */
export interface SpmvKernel<T extends TargetId = TargetId, P extends Params = Params> extends KernelDescription<
  'spmv',
  T
> {
  /** Id of the format it reads. */
  readonly format: string;
  /** Parameters that change only the launch. */
  readonly params: ParamSpace<SpmvContext, P>;
  /** Arrays made once per prepared operator from the stored matrix: tile boundaries, merge coordinates. Not the format's storage. */
  analyse?(matrix: StoredMatrix, context: SpmvContext, params: P): NamedArrays;
  /** The program. Pure: the same context and parameters give the same program. */
  program(context: SpmvContext, params: P): TargetPrograms[T];
}

/** A kernel of any operation. */
export type Kernel = Operations[OperationId]['kernel'];
