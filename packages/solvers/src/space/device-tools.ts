import type {
  Backend,
  CooMatrix,
  Kernel,
  KernelFilter,
  Operation,
  Operator,
  Precision,
  PrepareRequest,
  Registry,
  Shape,
  StoredMatrix,
  ValueType,
} from '@spmv/core';
import { isSpmvError, kernelsHere, noKernelError, precisionOf, PRECISIONS, SpmvError } from '@spmv/core';
import { linear } from '@spmv/vectors';

/** A matrix as a format stores it, made again where it is asked for. */
export interface Stored {
  readonly shape: Shape;
  readonly format: string;
  matrix(): StoredMatrix;
  /** Whether its arrays stay as they are, so that products may read them where they are. Default false. */
  readonly share?: boolean | undefined;
}

/** Products of a matrix, y ← αAx + βy, prepared by somebody else. */
export interface PreparedMatrix {
  /** Of the operation spmv. */
  readonly operator: Operator;
  /** The format of the operator, and its matrix once more: products that end in sums are made of it, where a kernel reads that format. */
  readonly stored?: Omit<Stored, 'shape'>;
  dispose(): Promise<void>;
}

/** Where a device space computes, and with which kernels. */
export interface DevicePlace {
  readonly backend: Backend;
  /** Brings the kernels: those of `@spmv/vectors`, of SpMV for CSR, and of `@spmv/fused` where they are to be used. */
  readonly registry: Registry;
  /** Of vectors and numbers: of complex ones c128 or c64. Default f64 or c128, or f32 or c64 where the device has no f64. */
  readonly precision?: Precision;
  /**
   * Prepares products of a real matrix that a method needs besides A: Aᵀ, the shares of links, a preconditioner's; in `precision`. Default: CSR with the first kernel that computes here.
   */
  readonly prepareMatrix?: (coo: CooMatrix) => Promise<PreparedMatrix>;
}

/** A place, and what is prepared there. */
export interface DeviceTools {
  readonly backend: Backend;
  readonly registry: Registry;
  readonly precision: Precision;
  readonly valueType: ValueType;
  /** Numbers of it that one of the precision is made of. */
  readonly components: 1 | 2;
  /** The kernel to take, if there is one. */
  kernelOf(filter: KernelFilter): Kernel | undefined;
  /** Errors: `KERNEL.NONE`, or `BACKEND.UNAVAILABLE` where only compiled kernels that are not installed compute it. */
  requireKernel(filter: KernelFilter): Kernel;
  /** An operator without a matrix: of numbers, or of vectors of n elements. Prepared once for all who ask, and disposed of with the tools. Errors: `KERNEL.NONE`, those of `Backend.prepare`. */
  operator(operation: Operation, options: Readonly<Record<string, string>>, n?: number): Promise<Operator>;
  /** Prepares what is disposed of with the tools. */
  prepare<Args extends readonly unknown[]>(request: PrepareRequest<Args>): Promise<Operator<Args>>;
  /** Products of a matrix as the place prepares them, disposed of with the tools; undefined where it has no say. */
  prepareMatrix(coo: CooMatrix): Promise<PreparedMatrix> | undefined;
  /** The same with nothing prepared. */
  fresh(): DeviceTools;
  dispose(): Promise<void>;
}

/** Why compiled kernels do not run here, where some are registered: their code may not be installed for this platform, which one of them tells. */
async function absentNative(
  { backend, registry, operator }: DevicePlace & { readonly operator?: Operator },
  precision: Precision,
): Promise<SpmvError | undefined> {
  if (operator?.kernel.target === 'native') return undefined;
  const filter = { operation: linear.id, targets: ['native'], precision };
  const [kernel] = registry.backend(backend.id).targets.includes('native') ? registry.kernels(filter) : [];
  if (!kernel) return undefined;
  try {
    await (await backend.prepare({ operation: linear, kernel, precision, sizes: { n: 1 } })).dispose();
    return undefined;
  } catch (error) {
    if (!isSpmvError(error, 'BACKEND.UNAVAILABLE')) throw error;
    return error;
  }
}

/** With two components of complex numbers; an operator that is there says what runs. Errors: `PARAM.OUT_OF_RANGE` for another precision than f64 and f32, or c128 and c64. */
export async function createDeviceTools(
  place: DevicePlace & { readonly operator?: Operator },
  components: 1 | 2 = 1,
): Promise<DeviceTools> {
  const { backend, precision: wanted } = place;
  const precision = wanted ?? precisionOf(backend.device.precisions.includes('f64') ? 'f64' : 'f32', components);
  const [wide, narrow] = [precisionOf('f64', components), precisionOf('f32', components)];
  if (precision !== wide && precision !== narrow) {
    const here = [wide, narrow].filter((one) => backend.device.precisions.includes(one));
    throw new SpmvError(
      'PARAM.OUT_OF_RANGE',
      `${components === 2 ? 'Complex systems are solved' : 'Solvers compute'} in ${wide} or ${narrow}, and precision is ${precision}.`,
      {
        fix: `Give precision: ${here.map((one) => `'${one}'`).join(' or ')}${here.includes(wide) ? '' : ', and refine for the digits of f64'}.`,
        details: { precision },
      },
    );
  }
  return toolsOf(place, precision, await absentNative(place, precision));
}

function toolsOf(place: DevicePlace, precision: Precision, absent: SpmvError | undefined): DeviceTools {
  const { backend, registry } = place;
  const descriptor = registry.backend(backend.id);
  const targets = absent ? descriptor.targets.filter((target) => target !== 'native') : descriptor.targets;
  const prepared: Promise<{ dispose(): Promise<void> }>[] = [];
  const here = { registry, id: backend.id, targets, device: backend.device };
  const kernelOf = (filter: KernelFilter): Kernel | undefined => kernelsHere(here, { ...filter, precision })[0];
  const requireKernel = (filter: KernelFilter): Kernel => {
    const kernel = kernelOf(filter);
    if (kernel) return kernel;
    throw absent ?? noKernelError(here, { ...filter, precision });
  };
  const prepare: DeviceTools['prepare'] = (request) => {
    const operator = backend.prepare(request);
    prepared.push(operator);
    return operator;
  };
  const shared = new Map<string, Promise<Operator>>();
  return {
    backend,
    registry,
    precision,
    valueType: PRECISIONS[precision].host,
    components: PRECISIONS[precision].components,
    kernelOf,
    requireKernel,
    prepare,
    operator(operation, options, n) {
      const key = `${operation.id} ${Object.values(options).join(' ')} ${n ?? ''}`;
      const found = shared.get(key);
      if (found) return found;
      const kernel = requireKernel({ operation: operation.id, options });
      const made = prepare({ operation, kernel, precision, ...(n === undefined ? {} : { sizes: { n } }) });
      shared.set(key, made);
      return made;
    },
    prepareMatrix(coo) {
      const made = place.prepareMatrix?.(coo);
      if (made) prepared.push(made);
      return made;
    },
    fresh: () => toolsOf(place, precision, absent),
    async dispose() {
      shared.clear();
      for (const operator of prepared.splice(0).toReversed())
        await operator.then(
          (made) => made.dispose(),
          () => {},
        );
    },
  };
}
