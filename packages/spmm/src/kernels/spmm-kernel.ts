import type { Kernel, Params, TargetId } from '@spmv/core';
import { everyPrecisionOf } from '@spmv/kernel-kit';

/** What is a kernel's own; the rest has its usual value where it is not said. */
export type SpmmKernelParts<T extends TargetId, P extends Params> = Pick<
  Kernel<T, P>,
  'id' | 'format' | 'title' | 'params' | 'program'
> &
  Partial<Kernel<T, P>>;

/** A kernel of the operation for a target. */
export function spmmKernel<T extends TargetId, P extends Params>(target: T, own: SpmmKernelParts<T, P>): Kernel<T, P> {
  return {
    kind: 'kernel',
    operation: 'spmm',
    target,
    sources: [],
    precisions: everyPrecisionOf(target),
    reproducibility: 'run-to-run',
    requires: [],
    ...own,
  };
}
