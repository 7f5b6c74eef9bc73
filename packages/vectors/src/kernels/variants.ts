import type { Kernel, Params, TargetId } from '@spmv/core';
import type { Form, VectorPass } from '@spmv/kernel-kit';
import { everyPrecisionOf, FORM_NAMES, VECTOR_PASSES } from '@spmv/kernel-kit';
import type { PassEnding, Residual } from '../options.ts';

/** What is a kernel's own; the rest has its usual value where it is not said. */
type OwnParts<T extends TargetId, P extends Params> = Pick<Kernel<T, P>, 'title' | 'params' | 'program'> &
  Partial<Kernel<T, P>>;

/** A kernel of `operation` for a target, of the variant with these options; its id names their values. */
export function vectorKernel<T extends TargetId, P extends Params>(
  target: T,
  operation: string,
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
    precisions: everyPrecisionOf(target),
    reproducibility: 'run-to-run',
    requires: [],
    ...own,
  };
}

/** Kernels of one operation by what they end in. */
export type ByEnding<T extends TargetId, P extends Params, E extends string> = Readonly<Record<E, Kernel<T, P>>>;

/** The kernels of a target. */
export interface VectorKernels<T extends TargetId, P extends Params = Params, S extends Params = P> {
  readonly linear: ByEnding<T, P, PassEnding>;
  readonly advance: Kernel<T, P>;
  readonly descend: Readonly<Record<Residual, Kernel<T, P>>>;
  readonly conjugate: Readonly<Record<Residual, Kernel<T, P>>>;
  readonly hadamard: ByEnding<T, P, 'none' | 'dot'>;
  readonly dots: ByEnding<T, P, 'dot' | 'norm' | 'dot-norm' | 'dotu'>;
  readonly scalar: Readonly<Record<Form, Kernel<T, S>>>;
}

/** A kernel for each row of the table of passes, and for each form of numbers. */
export function everyVariant<T extends TargetId, P extends Params, S extends Params>(
  target: T,
  passOf: (pass: VectorPass) => OwnParts<T, P>,
  scalarOf: (form: Form) => OwnParts<T, S>,
): VectorKernels<T, P, S> {
  const kernels: Record<string, unknown> = {};
  for (const pass of VECTOR_PASSES) {
    const kernel = vectorKernel(target, pass.operation, pass.options, passOf(pass));
    const [value] = Object.values(pass.options);
    const others = kernels[pass.operation] as object | undefined;
    kernels[pass.operation] = value === undefined ? kernel : { ...others, [value]: kernel };
  }
  const numbers = FORM_NAMES.map((form) => [form, vectorKernel(target, 'scalar', { form }, scalarOf(form))] as const);
  return { ...kernels, scalar: Object.fromEntries(numbers) } as unknown as VectorKernels<T, P, S>;
}

/** All kernels of a target, as a list. */
export function listOf<T extends TargetId, P extends Params, S extends Params>(
  kernels: VectorKernels<T, P, S>,
): readonly Kernel[] {
  const variants: readonly object[] = Object.values(kernels);
  return variants.flatMap((found) => ('program' in found ? [found] : Object.values(found)) as readonly Kernel[]);
}
