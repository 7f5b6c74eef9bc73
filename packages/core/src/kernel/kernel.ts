import type { NamedArrays } from '../data/element.ts';
import type { Precision } from '../data/precision.ts';
import type { Citation } from '../format/sparse-format.ts';
import type { StoredMatrix, StoredMatrixHeader } from '../format/stored-matrix.ts';
import type { DeviceInfo } from '../backend/device-info.ts';
import type { DenseLayout, Sizes } from '../operation/operand.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import type { TargetId, TargetPrograms } from './target.ts';

/** A precision a kernel offers: operands in `precision`, sums kept in `accumulator`. */
export interface KernelPrecision {
  readonly precision: Precision;
  readonly accumulator: Precision;
  /** How the values of the stored matrix are kept, when not as the other operands: f32 values in a product of f64 move half the bytes. */
  readonly stored?: Precision;
}

/** How the values of the stored matrix are kept in a precision of a kernel. */
export function storedPrecision({ precision, stored = precision }: KernelPrecision): Precision {
  return stored;
}

/**
 * How results repeat. `bitwise`: the same bits whatever the parameters, threads and device of this target. `run-to-run`: the
 * same bits for the same parameters on the same device. `none`: sums may be taken in another order each time.
 */
export type Reproducibility = 'bitwise' | 'run-to-run' | 'none';

/** What a kernel decides its launch from. */
export interface KernelContext {
  /** The stored matrix without its contents. For an operation without one, a matrix of no format and no entries. */
  readonly matrix: StoredMatrixHeader;
  readonly device: DeviceInfo;
  readonly precision: KernelPrecision;
  /** All sizes of the operation. */
  readonly sizes: Sizes;
  /** How its dense operands lie in memory. */
  readonly layouts: Readonly<Record<string, DenseLayout>>;
}

/**
 * A kernel of one operation, for one format and in one target language. Pure data and pure functions.
 *
 * Must: read an operand that is written only where its factor is not 0; never read x for padding; write every element of what is
 * written, also of empty rows; write nothing else. Need not: handle what is trivial to the operation (the checked entry does), check
 * operands, or own any device handle.
 */
export interface Kernel<T extends TargetId = TargetId, P extends Params = Params> {
  readonly kind: 'kernel';
  /** `target/format-variant`, unique: `wgsl/ellpack-r`, `js/vendor/name` for a format `vendor/name`. Parameters are never part of it. */
  readonly id: string;
  /** Id of the operation it computes. */
  readonly operation: string;
  /** Which variant of it; options that are not named have their defaults. */
  readonly options?: Params;
  /** Id of the format it reads. Absent when the operation has no stored matrix. */
  readonly format?: string;
  readonly target: T;
  readonly title: string;
  readonly sources: readonly Citation[];
  readonly precisions: readonly KernelPrecision[];
  readonly reproducibility: Reproducibility;
  /** Capabilities the device must have, for example `subgroups`. */
  readonly requires: readonly string[];
  /** True for a call of a vendor's library, offered to compare with. */
  readonly vendor?: boolean;
  /** Parameters that change only the launch. */
  readonly params: ParamSpace<KernelContext, P>;
  /** Arrays made once per prepared operator from the stored matrix: tile boundaries, merge coordinates. Not the format's storage. */
  analyse?(matrix: StoredMatrix, context: KernelContext, params: P): NamedArrays;
  /** The program. Pure: the same context and parameters give the same program. */
  program(context: KernelContext, params: P): TargetPrograms[T];
}
