import type {
  Backend,
  CooMatrix,
  Kernel,
  KernelFilter,
  Operator,
  Precision,
  PrepareRequest,
  Registry,
  StoredMatrix,
  ValueType,
} from '@spmv/core';
import { kernelObstacle, PRECISIONS, SpmvError } from '@spmv/core';

/** Products of a matrix, y ← αAx + βy, prepared by somebody else. */
export interface PreparedMatrix {
  /** Of the operation spmv. */
  readonly operator: Operator;
  /** The format of the operator, and its matrix once more: products that end in sums are made of it, where a kernel reads that format. */
  readonly stored?: { readonly format: string; matrix(): StoredMatrix };
  dispose(): Promise<void>;
}

/** Where a device space computes, and with which kernels. */
export interface DevicePlace {
  readonly backend: Backend;
  /** Brings the kernels: those of `@spmv/vectors`, of SpMV for CSR, and of `@spmv/fused` where they are to be used. */
  readonly registry: Registry;
  /** Of vectors and numbers. Default f64, or f32 where the device has no f64. */
  readonly precision?: Precision;
  /**
   * Prepares products of a matrix that a method needs besides A: Aᵀ, the shares of links, a preconditioner's; in `precision`. Default: CSR with the first kernel that computes here.
   */
  readonly prepareMatrix?: (coo: CooMatrix) => Promise<PreparedMatrix>;
}

/** A place, and what is prepared there. */
export interface DeviceTools {
  readonly backend: Backend;
  readonly registry: Registry;
  readonly precision: Precision;
  readonly valueType: ValueType;
  /** The kernel to take, if there is one. */
  kernelOf(filter: KernelFilter): Kernel | undefined;
  /** Errors: `KERNEL.NONE`. */
  requireKernel(filter: KernelFilter): Kernel;
  /** Prepares what is disposed of with the tools. */
  prepare<Args extends readonly unknown[]>(request: PrepareRequest<Args>): Promise<Operator<Args>>;
  /** Products of a matrix as the place prepares them, disposed of with the tools; undefined where it has no say. */
  prepareMatrix(coo: CooMatrix): Promise<PreparedMatrix> | undefined;
  /** The same with nothing prepared. */
  fresh(): DeviceTools;
  dispose(): Promise<void>;
}

/** Of kernels that compute the same: those of the processor's own code first. */
const ORDER = ['cuda', 'wgsl', 'native', 'wasm', 'js'];

export function createDeviceTools(place: DevicePlace): DeviceTools {
  const { backend, registry, precision: wanted } = place;
  const descriptor = registry.backend(backend.id);
  const precision = wanted ?? (backend.device.precisions.includes('f64') ? 'f64' : 'f32');
  const prepared: Promise<{ dispose(): Promise<void> }>[] = [];
  const kernelOf = (filter: KernelFilter): Kernel | undefined =>
    registry
      .kernels({ ...filter, targets: descriptor.targets, precision })
      .filter((kernel) => !kernel.vendor && !kernelObstacle(kernel, descriptor, backend.device, precision))
      .toSorted((a, b) => ORDER.indexOf(a.target) - ORDER.indexOf(b.target))[0];
  return {
    backend,
    registry,
    precision,
    valueType: PRECISIONS[precision].host,
    kernelOf,
    requireKernel(filter) {
      const kernel = kernelOf(filter);
      if (kernel) return kernel;
      const { operation = '', format, options } = filter;
      const what = [operation, format, ...Object.values(options ?? {})].filter((part) => part !== undefined).join(', ');
      throw new SpmvError('KERNEL.NONE', `No installed kernel computes ${what} in ${precision} on ${backend.id}.`, {
        fix: 'Put @spmv/vectors and @spmv/formats into the registry, or choose another precision.',
        details: { operation, options, precision, backend: backend.id },
      });
    },
    prepare(request) {
      const operator = backend.prepare(request);
      prepared.push(operator);
      return operator;
    },
    prepareMatrix(coo) {
      const made = place.prepareMatrix?.(coo);
      if (made) prepared.push(made);
      return made;
    },
    fresh: () => createDeviceTools(place),
    async dispose() {
      for (const operator of prepared.splice(0).toReversed())
        await operator.then(
          (made) => made.dispose(),
          () => {},
        );
    },
  };
}
