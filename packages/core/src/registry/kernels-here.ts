import type { DeviceInfo } from '../backend/device-info.ts';
import { kernelObstacle, precisionObstacle } from '../backend/kernel-obstacle.ts';
import type { Precision } from '../data/precision.ts';
import { SpmvError } from '../errors/spmv-error.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { MatrixKernel } from '../kernel/matrix-kernel.ts';
import type { MatrixOperation } from '../operation/matrix-operation.ts';
import { operationOptions } from '../operation/operation.ts';
import type { Params } from '../params/param-space.ts';
import { formatParams } from '../params/param-space.ts';
import type { KernelFilter, Registry } from './registry.ts';

/** Where kernels are to run. */
export interface KernelHost {
  readonly registry: Registry;
  readonly id: string;
  readonly targets: readonly string[];
  readonly device: DeviceInfo;
}

/** A device's own language first, then code compiled for the processor. */
const ORDER: readonly string[] = ['cuda', 'wgsl', 'native', 'wasm', 'js'];

/** Kernels by target: a device's own language first, and of one target as they came. */
function inOrderOfTargets<K extends { readonly target: string }>(
  kernels: readonly K[],
  targets: readonly string[],
): readonly K[] {
  const order = new Set([...ORDER, ...targets]);
  return [...order].flatMap((target) => kernels.filter((kernel) => kernel.target === target));
}

/** Kernels of a registry that run on a device and are no vendor's, by target (cuda, wgsl, native, wasm, js, others), and of one target as the plugins bring them. */
export function kernelsHere(
  host: KernelHost,
  filter: KernelFilter & { readonly precision: Precision },
): readonly Kernel[] {
  const { registry, device, targets } = host;
  const found = registry
    .kernels({ targets, ...filter })
    .filter((kernel) => !kernel.vendor && !kernelObstacle(kernel, host, device, filter.precision));
  return inOrderOfTargets(found, targets);
}

/** The same of kernels that make a matrix, and that read these formats, by the names of the operands. */
export function matrixKernelsHere(
  host: KernelHost,
  {
    operation,
    options = {},
    precision,
    formats = {},
  }: {
    readonly operation: MatrixOperation;
    /** Those that are not named have their defaults. */
    readonly options?: Params;
    readonly precision: Precision;
    readonly formats?: Readonly<Record<string, string>>;
  },
): readonly MatrixKernel[] {
  const { registry, device, targets } = host;
  const variant = formatParams(operationOptions(operation, options));
  const found = registry
    .matrixKernels(operation.id)
    .filter(
      (kernel) =>
        !kernel.vendor &&
        formatParams(operationOptions(operation, kernel.options)) === variant &&
        Object.entries(formats).every(([name, format]) => kernel.formats[name] === format) &&
        !kernelObstacle(kernel, host, device, precision),
    );
  return inOrderOfTargets(found, targets);
}

/** Why {@link kernelsHere} finds none, with what to install. */
export function noKernelError(host: KernelHost, filter: KernelFilter & { readonly precision: Precision }): SpmvError {
  const { registry, id, targets, device } = host;
  const { operation, format, precision, options } = filter;
  const { precision: _, targets: __, ...same } = filter;
  const obstacle = precisionObstacle(device, precision);
  if (obstacle) return obstacle;
  const reads = format === undefined ? '' : ` of format '${format}'`;
  const others = registry
    .kernels(same)
    .map(
      (kernel) => kernelObstacle(kernel, host, device, precision)?.message ?? `Kernel '${kernel.id}' is a vendor's.`,
    );
  const orphans = registry.orphans.filter((kernel) => kernel.operation === operation && kernel.format === format);
  const why =
    orphans.length > 0 ? [`${orphans[0]?.id} is there, and its operation or format is not.`] : others.slice(0, 3);
  return new SpmvError(
    'KERNEL.NONE',
    [`No kernel of the registry computes '${operation}'${reads} in ${precision} on '${id}'.`, ...why].join(' '),
    {
      fix: `Put into the registry a plugin with kernels${reads} in ${targets.join(', ')}: that of the format, of the operation or of the backend, @spmv/kernels-cpu or @spmv/kernels-native.`,
      details: { operation, format, options, precision, backend: id },
    },
  );
}
