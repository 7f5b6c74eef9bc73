import type {
  Citation,
  KernelPrecision,
  NamedArrays,
  Params,
  ParamSpace,
  Reproducibility,
  KernelContext,
  Kernel,
  StoredMatrix,
  TargetId,
} from '@spmv/core';
import { NO_PARAMS } from '@spmv/core';
import { precisionsOf } from './precisions.ts';

/** What an author declares for a kernel of any target. */
export interface KernelParts<P extends Params> {
  /** `target/format-variant`, of others' formats `target/vendor/format-variant`. */
  readonly id: string;
  /** Id of the format it reads. */
  readonly format: string;
  readonly title: string;
  /** The variant of SpMV that it computes: `{ transpose: true }`. Default: the plain product. */
  readonly options?: Params;
  readonly sources?: readonly Citation[];
  /** Default: `precisionsOf` the target. */
  readonly precisions?: readonly KernelPrecision[];
  /** Default `run-to-run`. */
  readonly reproducibility?: Reproducibility;
  readonly requires?: readonly string[];
  /** Default: none. */
  readonly params?: ParamSpace<KernelContext, P>;
  analyse?(matrix: StoredMatrix, context: KernelContext, params: P): NamedArrays;
}

/** The description of a kernel of y ← αAx + βy or a variant of it, all but its program. */
export function describe<T extends TargetId, P extends Params>(
  target: T,
  parts: KernelParts<P>,
): Omit<Kernel<T, P>, 'program'> {
  return {
    kind: 'kernel',
    id: parts.id,
    operation: 'spmv',
    ...(parts.options ? { options: parts.options } : {}),
    target,
    format: parts.format,
    title: parts.title,
    sources: parts.sources ?? [],
    precisions: parts.precisions ?? precisionsOf(target),
    reproducibility: parts.reproducibility ?? 'run-to-run',
    requires: parts.requires ?? [],
    // Without parameters there is one point and no axis, so the types agree.
    params: parts.params ?? (NO_PARAMS as unknown as ParamSpace<KernelContext, P>),
    ...(parts.analyse ? { analyse: parts.analyse } : {}),
  };
}

/** The same with some changes. A spread would ask for the places of files, which not every host has. */
export function like<T extends object>(parts: T, changes: Partial<T>): T {
  return Object.assign(Object.create(parts) as T, changes);
}
