import type { Kernel, Params, TargetId } from '@spmv/core';
import { precisionsOf } from '@spmv/kernel-kit';
import { GUNJA } from '../sources.ts';

/** What is a kernel's own; the rest has its usual value where it is not said. */
export type GemmKernelParts<T extends TargetId, P extends Params> = Pick<
  Kernel<T, P>,
  'id' | 'title' | 'params' | 'program'
> &
  Partial<Kernel<T, P>>;

/** A kernel of the operation for a target. */
export function gemmKernel<T extends TargetId, P extends Params>(target: T, own: GemmKernelParts<T, P>): Kernel<T, P> {
  return {
    kind: 'kernel',
    operation: 'gemm',
    target,
    sources: [GUNJA],
    precisions: precisionsOf(target),
    reproducibility: 'run-to-run',
    requires: [],
    ...own,
  };
}
