import type { StoredMatrix } from '../format/stored-matrix.ts';
import type { KernelBinding } from '../kernel/kernel-context.ts';
import type { Kernel, KernelPrecision } from '../kernel/kernel.ts';
import type { Operation } from '../operation/operation.ts';
import type { Params } from '../params/param-space.ts';
import { resolveParams } from '../params/resolve-params.ts';
import type { DriverRequest } from './backend-driver.ts';

/** What was decided before a matrix is looked at, whole or stripe by stripe. */
export interface Binding {
  readonly operation: Operation;
  readonly kernel: Kernel;
  readonly precision: KernelPrecision;
  readonly launchParams: Params;
  /** Parameters of the kernel that were asked for. */
  readonly given: Params;
  readonly profile: boolean;
}

/** What a driver makes an operator of: parameters, program and analysis of one matrix. Errors: `PARAM.*`, and what the kernel throws. */
export function driverRequest(
  { kernel, precision, launchParams, given, profile }: Binding,
  matrix: StoredMatrix,
  { context, signature }: KernelBinding,
): DriverRequest {
  const kernelParams = resolveParams(kernel.params, given, context, `kernel '${kernel.id}'`);
  const program = kernel.program(context, kernelParams);
  const auxiliary = kernel.analyse?.(matrix, context, kernelParams) ?? {};
  return {
    signature,
    sizes: context.sizes,
    matrix,
    kernel,
    program,
    auxiliary,
    kernelParams,
    launchParams,
    precision,
    ...(profile ? { profile: true } : {}),
  };
}
