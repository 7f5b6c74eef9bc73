import type { Kernel, Params, TargetId } from '@spmv/core';
import { everyPrecisionOf } from '@spmv/kernel-kit';
import type { ProductEnding } from '../endings.ts';

/** What a kernel is besides its ending; the rest has its usual value where it is not said. */
export type FusedKernelParts<T extends TargetId, P extends Params> = Pick<
  Kernel<T, P>,
  'format' | 'title' | 'params' | 'program'
> &
  Partial<Kernel<T, P>> & {
    /** The kernel's id without its ending: `js/fused-csr`. */
    readonly stem: string;
  };

/** A kernel of the operation for a target, with one ending. */
function fusedKernel<T extends TargetId, P extends Params>(
  target: T,
  ending: ProductEnding,
  { stem, ...own }: FusedKernelParts<T, P>,
): Kernel<T, P> {
  return {
    kind: 'kernel',
    id: `${stem}-${ending}`,
    operation: 'fused',
    options: { ending },
    target,
    sources: [],
    precisions: everyPrecisionOf(target),
    reproducibility: 'run-to-run',
    requires: [],
    ...own,
  };
}

/** Kernels that differ in their ending alone. */
export type Endings<T extends TargetId, P extends Params = Params> = Readonly<Record<ProductEnding, Kernel<T, P>>>;

/** A kernel for each ending. */
export function eachEnding<T extends TargetId, P extends Params>(
  target: T,
  parts: (ending: ProductEnding) => FusedKernelParts<T, P>,
): Endings<T, P> {
  const kernelOf = (ending: ProductEnding): Kernel<T, P> => fusedKernel(target, ending, parts(ending));
  return { dot: kernelOf('dot'), norm: kernelOf('norm'), 'dot-norm': kernelOf('dot-norm'), axpy: kernelOf('axpy') };
}
