import { SpmvError } from '../errors/spmv-error.ts';
import type { StoredMatrix } from '../format/stored-matrix.ts';
import { headerOf } from '../format/stored-matrix.ts';
import type { KernelBinding } from '../kernel/kernel-context.ts';
import { bindKernel } from '../kernel/kernel-context.ts';
import type { Kernel, KernelContext, KernelPrecision } from '../kernel/kernel.ts';
import type { Sizes } from '../operation/operand.ts';
import { layoutsOf } from '../operation/signature.ts';
import type { Params } from '../params/param-space.ts';
import { resolveParams } from '../params/resolve-params.ts';
import type { DriverRequest } from './backend-driver.ts';
import type { KernelRequest } from './prepare-request.ts';

/** What was asked for and what was decided of the whole product, before a matrix is looked at, whole or part by part. */
export interface Binding extends KernelBinding {
  readonly request: KernelRequest;
  readonly precision: KernelPrecision;
  readonly launchParams: Params;
  /** Parameters of the kernel that were asked for. */
  readonly given: Params;
}

/** Errors: `PARAM.*`. */
export function kernelParamsOf(kernel: Kernel, given: Params, context: KernelContext): Params {
  return resolveParams(kernel.params, given, context, `kernel '${kernel.id}'`);
}

/** Errors: `KERNEL.LOAD_FAILED` where modules do not know their place, so that no file beside them has an address; what the kernel throws. */
function programOf(kernel: Kernel, context: KernelContext, params: Params): ReturnType<Kernel['program']> {
  try {
    return kernel.program(context, params);
  } catch (cause) {
    if (!(cause instanceof TypeError && /\bURL\b/u.test(cause.message))) throw cause;
    throw new SpmvError(
      'KERNEL.LOAD_FAILED',
      `Kernel '${kernel.id}': its files have no address here: ${cause.message}`,
      {
        fix: 'Keep its package out of the bundle, or use what loads no files: https://github.com/spmv/spmv/blob/main/docs/runtimes.md',
        details: { kernel: kernel.id },
        cause,
      },
    );
  }
}

/** What a driver makes an operator of: program and analysis of one matrix. Errors: what the kernel throws. */
export function driverRequest(
  { request: { kernel, profile, share }, precision, launchParams }: Binding,
  matrix: StoredMatrix,
  { context, signature }: KernelBinding,
  kernelParams: Params,
): DriverRequest {
  return {
    signature,
    sizes: context.sizes,
    matrix,
    kernel,
    program: programOf(kernel, context, kernelParams),
    auxiliary: kernel.analyse?.(matrix, context, kernelParams) ?? {},
    kernelParams,
    launchParams,
    precision,
    ...(profile === true ? { profile } : {}),
    ...(share === true ? { share } : {}),
  };
}

/**
 * The same for some rows of a matrix, with parameters of their own: a line of a dense operand is as long in a part as in the whole. `sizes`: of the operation's own.
 * Errors: `PARAM.*`, and those of {@link driverRequest}.
 */
export function partRequest(binding: Binding, part: StoredMatrix, sizes: Sizes = {}): DriverRequest {
  const { request, precision, given, context, signature } = binding;
  const place = { matrix: headerOf(part), device: context.device, precision, sizes, layouts: layoutsOf(signature) };
  const bound = bindKernel(request.operation, request.kernel, place);
  return driverRequest(binding, part, bound, kernelParamsOf(request.kernel, given, bound.context));
}
