import type { Kernel, Params, TargetId } from '@spmv/core';
import { precisionsOf } from '@spmv/kernel-kit';
import type { Ending } from '../endings.ts';
import { ENDINGS } from '../endings.ts';
import type { Form } from '../forms.ts';
import { FORMS } from '../forms.ts';
import type { Residual } from '../residual.ts';
import { RESIDUALS } from '../residual.ts';

/** The operations whose kernels pass over vectors. */
export type VectorOperation = 'linear' | 'advance' | 'descend' | 'conjugate' | 'hadamard' | 'dots';

/** What is a kernel's own; the rest has its usual value where it is not said. */
export type OwnParts<T extends TargetId, P extends Params> = Pick<Kernel<T, P>, 'title' | 'params' | 'program'> &
  Partial<Kernel<T, P>>;

/** A kernel of `operation` for a target, of the variant with these options; its id names their values. */
function vectorKernel<T extends TargetId, P extends Params>(
  target: T,
  operation: VectorOperation | 'scalar',
  options: Readonly<Record<string, string>>,
  own: OwnParts<T, P>,
): Kernel<T, P> {
  return {
    kind: 'kernel',
    id: [`${target}/${operation}`, ...Object.values(options)].join('-'),
    operation,
    options,
    target,
    sources: [],
    precisions: precisionsOf(target),
    reproducibility: 'run-to-run',
    requires: [],
    ...own,
  };
}

/** Kernels of one operation by what they end in. */
export type ByEnding<T extends TargetId, P extends Params, E extends Ending> = Readonly<Record<E, Kernel<T, P>>>;

/** The kernels of a target. */
export interface VectorKernels<T extends TargetId, P extends Params = Params, S extends Params = P> {
  readonly linear: ByEnding<T, P, Ending>;
  readonly advance: Kernel<T, P>;
  readonly descend: Readonly<Record<Residual, Kernel<T, P>>>;
  readonly conjugate: Readonly<Record<Residual, Kernel<T, P>>>;
  readonly hadamard: ByEnding<T, P, 'none' | 'dot'>;
  readonly dots: ByEnding<T, P, 'dot' | 'norm' | 'dot-norm'>;
  readonly scalar: Readonly<Record<Form, Kernel<T, S>>>;
}

/** A kernel of every variant, of what passes over vectors and of what computes numbers. */
export function everyVariant<T extends TargetId, P extends Params, S extends Params>(
  target: T,
  passOf: (operation: VectorOperation, ending: Ending, residual: Residual) => OwnParts<T, P>,
  scalarOf: (form: Form) => OwnParts<T, S>,
): VectorKernels<T, P, S> {
  const byEnding = <E extends Ending>(operation: VectorOperation, endings: readonly E[]): ByEnding<T, P, E> =>
    Object.fromEntries(
      endings.map((ending) => [
        ending,
        vectorKernel(target, operation, { ending }, passOf(operation, ending, 'plain')),
      ]),
    ) as ByEnding<T, P, E>;
  const byResidual = (
    operation: VectorOperation,
    endingWith: (residual: Residual) => Ending,
  ): Readonly<Record<Residual, Kernel<T, P>>> =>
    Object.fromEntries(
      RESIDUALS.map((residual) => [
        residual,
        vectorKernel(target, operation, { residual }, passOf(operation, endingWith(residual), residual)),
      ]),
    ) as Record<Residual, Kernel<T, P>>;
  return {
    linear: byEnding('linear', ENDINGS),
    advance: vectorKernel(target, 'advance', {}, passOf('advance', 'none', 'plain')),
    descend: byResidual('descend', (residual) => (residual === 'scaled' ? 'dot-norm' : 'norm')),
    conjugate: byResidual('conjugate', () => 'none'),
    hadamard: byEnding('hadamard', ['none', 'dot']),
    dots: byEnding('dots', ['dot', 'norm', 'dot-norm']),
    scalar: Object.fromEntries(
      FORMS.map((form) => [form, vectorKernel(target, 'scalar', { form }, scalarOf(form))]),
    ) as VectorKernels<T, P, S>['scalar'],
  };
}

/** All kernels of a target, as a list. */
export function listOf<T extends TargetId, P extends Params, S extends Params>(
  kernels: VectorKernels<T, P, S>,
): readonly Kernel[] {
  const { linear, advance, descend, conjugate, hadamard, dots, scalar } = kernels;
  return [linear, { advance }, descend, conjugate, hadamard, dots, scalar].flatMap(
    (variants) => Object.values(variants) as unknown as readonly Kernel[],
  );
}
