import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import { headerOf } from '../format/stored-matrix.ts';
import type { KernelPrecision, SpmvContext, SpmvKernel } from '../kernel/kernel.ts';
import type { Params, ParamSpace } from '../params/param-space.ts';
import { resolveParams } from '../params/resolve-params.ts';
import type { BackendDescriptor, BackendDriver, LaunchContext, SpmvDriverOperator } from './backend-driver.ts';
import { checkedMatrix } from './checked-matrix.ts';
import type { DeviceInfo } from './device-info.ts';
import type { Lifetime } from './lifetime.ts';
import type { SpmvOperator, SpmvRequest } from './spmv-operator.ts';
import { createSpmvOperator } from './spmv-operator.ts';

/** The opened backend that prepares. */
export interface PrepareHost {
  readonly descriptor: BackendDescriptor;
  readonly driver: BackendDriver;
  readonly lifetime: Lifetime;
  /** The opened backend, which owns the vectors. */
  readonly owner: object;
}

function kernelError(code: string, message: string, fix: string): SpmvError {
  return new SpmvError(`KERNEL.${code}`, message, { fix });
}

/**
 * Why `kernel` cannot run on this device in this precision, as an error not thrown, or `undefined`.
 * Looks at targets, precision and capabilities, not at a matrix.
 */
export function kernelObstacle(
  kernel: SpmvKernel,
  backend: { readonly id: string; readonly targets: readonly string[] },
  device: DeviceInfo,
  precision: Precision,
): SpmvError | undefined {
  if (!backend.targets.includes(kernel.target)) {
    return kernelError(
      'WRONG_TARGET',
      `Kernel '${kernel.id}' is written in ${kernel.target}; backend '${backend.id}' runs ${backend.targets.join(', ')}.`,
      "Choose a kernel of one of the backend's targets.",
    );
  }
  if (!device.precisions.includes(precision)) {
    return kernelError(
      'PRECISION_UNSUPPORTED',
      `${device.name} does not compute in ${precision}.`,
      `Ask for one of: ${device.precisions.join(', ')}.`,
    );
  }
  if (!kernel.precisions.some((p) => p.precision === precision)) {
    return kernelError(
      'PRECISION_UNSUPPORTED',
      `Kernel '${kernel.id}' does not compute in ${precision}.`,
      `Ask for one of: ${kernel.precisions.map((p) => p.precision).join(', ')}.`,
    );
  }
  const missing = kernel.requires.filter((capability) => !device.capabilities.includes(capability));
  if (missing.length === 0) return undefined;
  return kernelError(
    'MISSING_CAPABILITY',
    `Kernel '${kernel.id}' needs ${missing.join(', ')}, which ${device.name} does not have.`,
    'Choose another kernel of this format.',
  );
}

/** Splits parameters given together into the kernel's and the backend's; a name of neither goes to the kernel, which refuses it. */
function splitParams(params: Params, launch: ParamSpace<LaunchContext>): { kernel: Params; launch: Params } {
  const entries = Object.entries(params);
  return {
    kernel: Object.fromEntries(entries.filter(([name]) => !Object.hasOwn(launch.axes, name))),
    launch: Object.fromEntries(entries.filter(([name]) => Object.hasOwn(launch.axes, name))),
  };
}

function precisionOf(kernel: SpmvKernel, precision: Precision): KernelPrecision {
  return kernel.precisions.find((p) => p.precision === precision) ?? { precision, accumulator: precision };
}

/** Everything `Backend.prepare` promises for SpMV. */
export async function prepareSpmv(host: PrepareHost, request: SpmvRequest): Promise<SpmvOperator> {
  const { descriptor, driver, lifetime, owner } = host;
  const { kernel } = request;
  const matrix = checkedMatrix(request);
  const precision: Precision = request.precision ?? matrix.valueType;
  if (kernel.format !== matrix.format) {
    throw kernelError(
      'WRONG_FORMAT',
      `Kernel '${kernel.id}' reads format '${kernel.format}', the matrix is in '${matrix.format}'.`,
      `Build the matrix in '${kernel.format}', or choose a kernel of '${matrix.format}'.`,
    );
  }
  const obstacle = kernelObstacle(kernel, descriptor, driver.device, precision);
  if (obstacle) throw obstacle;
  if (PRECISIONS[precision].host !== matrix.valueType) {
    throw kernelError(
      'PRECISION_UNSUPPORTED',
      `Precision ${precision} needs a matrix of ${PRECISIONS[precision].host} values, this one holds ${matrix.valueType}.`,
      `Build the matrix with valueType '${PRECISIONS[precision].host}'.`,
    );
  }
  const prepare = driver.operations.spmv;
  if (!prepare)
    throw new SpmvError('BACKEND.NO_OPERATION', `Backend '${descriptor.id}' does not perform 'spmv'.`, {
      fix: 'Choose another backend.',
    });
  const header = headerOf(matrix);
  const context: SpmvContext = { matrix: header, device: driver.device, precision: precisionOf(kernel, precision) };
  const given = splitParams(request.params ?? {}, descriptor.launchParams);
  const kernelParams = resolveParams(kernel.params, given.kernel, context, `kernel '${kernel.id}'`);
  const launchContext: LaunchContext = {
    device: driver.device,
    kernel: { id: kernel.id, target: kernel.target },
    matrix: header,
  };
  const launchParams = resolveParams(
    descriptor.launchParams,
    given.launch,
    launchContext,
    `backend '${descriptor.id}'`,
  );
  const empty = matrix.nnz === 0 || matrix.shape.rows === 0 || matrix.shape.cols === 0;
  const make = async (): Promise<SpmvDriverOperator | undefined> => {
    if (empty) return undefined;
    const program = kernel.program(context, kernelParams);
    const auxiliary = kernel.analyse?.(matrix, context, kernelParams) ?? {};
    return prepare({ matrix, kernel, program, auxiliary, kernelParams, launchParams, precision: context.precision });
  };
  const { made, lifetime: own } = await lifetime.create('operator', make, (operator) => operator?.dispose());
  return createSpmvOperator({
    kernel,
    shape: { ...matrix.shape },
    precision,
    kernelParams,
    launchParams,
    driver,
    operator: made,
    lifetime: own,
    owner,
  });
}
