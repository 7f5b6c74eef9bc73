import type {
  CudaLaunchProgram,
  DenseRequest,
  DeviceInfo,
  Kernel,
  KernelPrecision,
  NamedArrays,
  Operation,
  Params,
  Precision,
  Signature,
  Sizes,
  StoredMatrix,
} from '@spmv/core';
import {
  headerOf,
  kernelContext,
  NO_MATRIX,
  operationOptions,
  precisionOf as precisionOfValues,
  PRECISIONS,
  resolveParams,
  signatureOf,
  SpmvError,
  storedPrecision,
  storesMatrix,
} from '@spmv/core';
import { H200 } from './h200.ts';

/** Which kernel is to be traced, on what: as `Backend.prepare` is asked. */
export interface TraceRequest {
  readonly operation: Operation;
  /** A kernel of that operation for CUDA that launches code of its own: not a call of a library. */
  readonly kernel: Kernel;
  /** Left out where the operation has none. */
  readonly matrix?: StoredMatrix;
  /** Sizes of the operation's own; those left out have their defaults. */
  readonly sizes?: Sizes;
  /** How dense operands lie; by rows without gaps where nothing is said. */
  readonly layouts?: Readonly<Record<string, DenseRequest>>;
  /** Those left out are suggested by the kernel, or have their defaults. */
  readonly params?: Params;
  /** Default: that of the matrix's values, f64 without one. */
  readonly precision?: Precision;
  /** What the kernel is told of the device. Default {@link H200}. */
  readonly device?: DeviceInfo;
}

/** What will be launched. Plain data. */
export interface TracePlan {
  readonly operation: Operation;
  readonly kernel: Kernel;
  /** One of no format and no entries where the operation has none. */
  readonly matrix: StoredMatrix;
  readonly sizes: Sizes;
  readonly params: Params;
  readonly precision: KernelPrecision;
  readonly device: DeviceInfo;
  readonly signature: Signature;
  readonly program: CudaLaunchProgram;
  /** Arrays of the kernel's analysis. */
  readonly auxiliary: NamedArrays;
  /** Name of the PTX file, without its ending: `csr-vector` of `csr-vector.ptx` in dist/kernels of the kernel's package. */
  readonly module: string;
  /** Address of that file. */
  readonly ptxUrl: string;
  /** Kernels of the module, in the order of the launches. */
  readonly entryPoints: readonly string[];
}

function refused(kernel: Kernel, why: string): SpmvError {
  return new SpmvError('KERNEL.REFUSED', `Kernel '${kernel.id}' cannot be traced: ${why}.`, {
    fix: "Choose a kernel whose id begins with 'cuda/' and that calls no library.",
    details: { kernel: kernel.id },
  });
}

/** The matrix of a request. Errors: `OPERAND.MATRIX`, `KERNEL.WRONG_FORMAT`. */
function matrixOf({ operation, kernel, matrix }: TraceRequest): StoredMatrix {
  if ((matrix !== undefined) !== storesMatrix(operation, kernel.options)) {
    const [has, given] = matrix ? ['no stored matrix', 'one'] : ['a stored matrix', 'none'];
    throw new SpmvError('OPERAND.MATRIX', `Operation '${operation.id}' has ${has}, but ${given} was given.`, {
      fix: matrix ? 'Leave out `matrix`.' : 'Give `matrix`, built with buildMatrix.',
    });
  }
  if (!matrix || kernel.format === matrix.format) return matrix ?? NO_MATRIX;
  throw new SpmvError(
    'KERNEL.WRONG_FORMAT',
    `Kernel '${kernel.id}' reads format '${kernel.format}', the matrix is in '${matrix.format}'.`,
    { fix: `Build the matrix in '${kernel.format}'.`, details: { kernel: kernel.id, format: matrix.format } },
  );
}

const precisionOfStored = ({ valueType, components }: StoredMatrix): Precision =>
  precisionOfValues(valueType, components);

function precisionOf({ kernel, matrix, precision }: TraceRequest): KernelPrecision {
  const wanted = precision ?? (matrix ? precisionOfStored(matrix) : 'f64');
  const offered = kernel.precisions.filter((one) => one.precision === wanted);
  const fits = (one: KernelPrecision): boolean => {
    if (!matrix) return true;
    const { host, components } = PRECISIONS[storedPrecision(one)];
    return host === matrix.valueType && components === (matrix.components ?? 1);
  };
  const found = offered.find((one) => storedPrecision(one) === wanted && fits(one)) ?? offered.find(fits);
  if (found) return found;
  const values = matrix ? ` with a matrix of ${precisionOfStored(matrix)}` : '';
  throw new SpmvError('KERNEL.PRECISION_UNSUPPORTED', `Kernel '${kernel.id}' does not compute in ${wanted}${values}.`, {
    fix: `Ask for one of: ${[...new Set(kernel.precisions.map((one) => one.precision))].join(', ')}.`,
  });
}

/** The program of a kernel by what core declares: not of another target, operation or a library. */
function launchProgram(program: ReturnType<Kernel['program']>): CudaLaunchProgram | undefined {
  return 'kind' in program && program.kind === 'launches' ? program : undefined;
}

/**
 * Plans the launches of a product of any operation as the CUDA backend does: the same context, parameters, analysis and program.
 *
 * Errors: `KERNEL.REFUSED` for what cannot be traced, `KERNEL.WRONG_OPERATION`, `KERNEL.WRONG_FORMAT`, `KERNEL.PRECISION_UNSUPPORTED`,
 * `OPERAND.MATRIX`, `OPERAND.LAYOUT`, `PARAM.*`, those of the kernel's program.
 */
export function planTrace(request: TraceRequest): TracePlan {
  const { operation, kernel, params = {}, device = H200, sizes = {}, layouts = {} } = request;
  if (kernel.target !== 'cuda') throw refused(kernel, `it is for '${kernel.target}'`);
  if (kernel.operation !== operation.id) {
    throw new SpmvError(
      'KERNEL.WRONG_OPERATION',
      `Kernel '${kernel.id}' computes '${kernel.operation}', not '${operation.id}'.`,
      { fix: `Choose a kernel of '${operation.id}', or trace '${kernel.operation}'.` },
    );
  }
  const matrix = matrixOf(request);
  const precision = precisionOf(request);
  const context = kernelContext(operation, kernel, { matrix: headerOf(matrix), device, precision, sizes, layouts });
  const resolved = resolveParams(kernel.params, params, context, `kernel '${kernel.id}'`);
  const program = launchProgram(kernel.program(context, resolved));
  const source = program?.modules.find(({ language }) => language === 'ptx')?.source;
  if (!program || source?.kind !== 'url') throw refused(kernel, 'no PTX is made of it');
  const isEmpty = operation.trivial.sizes.some((name) => context.sizes[name] === 0);
  return {
    operation,
    kernel,
    matrix,
    sizes: context.sizes,
    params: resolved,
    precision,
    device,
    signature: signatureOf(operation, operationOptions(operation, kernel.options), context.sizes, layouts),
    program,
    auxiliary: isEmpty ? {} : (kernel.analyse?.(matrix, context, resolved) ?? {}),
    module: /([^/]+)\.ptx$/u.exec(source.url)?.[1] ?? '',
    ptxUrl: source.url,
    entryPoints: program.launches.map(({ entryPoint }) => entryPoint),
  };
}
