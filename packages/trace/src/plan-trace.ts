import type {
  CudaLaunchProgram,
  DeviceInfo,
  Kernel,
  KernelPrecision,
  NamedArrays,
  Params,
  Precision,
  Signature,
  StoredMatrix,
} from '@spmv/core';
import {
  headerOf,
  kernelContext,
  operationOptions,
  PRECISIONS,
  resolveParams,
  signatureOf,
  spmv,
  SpmvError,
  storedPrecision,
} from '@spmv/core';
import { H200 } from './h200.ts';

/** Which kernel is to be traced, on what. */
export interface TraceRequest {
  /** A kernel for CUDA that computes `spmv`, transposed or not, of our own: not a call of a library. */
  readonly kernel: Kernel;
  readonly matrix: StoredMatrix;
  /** Those left out are suggested by the kernel, or have their defaults. */
  readonly params?: Params;
  /** Default: that of the matrix's values. */
  readonly precision?: Precision;
  /** What the kernel is told of the device. Default {@link H200}. */
  readonly device?: DeviceInfo;
}

/** What will be launched. Plain data. */
export interface TracePlan {
  readonly kernel: Kernel;
  readonly matrix: StoredMatrix;
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
    fix: "Choose a kernel whose id begins with 'cuda/', of operation 'spmv', that calls no library.",
    details: { kernel: kernel.id },
  });
}

function precisionOf(kernel: Kernel, matrix: StoredMatrix, wanted: Precision): KernelPrecision {
  const offered = kernel.precisions.filter((one) => one.precision === wanted);
  const fits = (one: KernelPrecision): boolean => PRECISIONS[storedPrecision(one)].host === matrix.valueType;
  const found = offered.find((one) => storedPrecision(one) === wanted && fits(one)) ?? offered.find(fits);
  if (found) return found;
  throw new SpmvError(
    'KERNEL.PRECISION_UNSUPPORTED',
    `Kernel '${kernel.id}' does not compute in ${wanted} with a matrix of ${matrix.valueType}.`,
    { fix: `Ask for one of: ${[...new Set(kernel.precisions.map((one) => one.precision))].join(', ')}.` },
  );
}

/** The program of a kernel by what core declares: not of another target, operation or a library. */
function launchProgram(program: ReturnType<Kernel['program']>): CudaLaunchProgram | undefined {
  return 'kind' in program && program.kind === 'launches' ? program : undefined;
}

/**
 * Plans the launches of a product as the CUDA backend does: the same context, parameters, analysis and program.
 *
 * Errors: `KERNEL.REFUSED` for what cannot be traced, `KERNEL.WRONG_FORMAT`, `KERNEL.PRECISION_UNSUPPORTED`, `PARAM.*`, those of the
 * kernel's program.
 */
export function planTrace({ kernel, matrix, params = {}, precision, device = H200 }: TraceRequest): TracePlan {
  if (kernel.target !== 'cuda') throw refused(kernel, `it is for '${kernel.target}'`);
  if (kernel.operation !== spmv.id) throw refused(kernel, `it computes '${kernel.operation}'`);
  if (kernel.format !== matrix.format) {
    throw new SpmvError(
      'KERNEL.WRONG_FORMAT',
      `Kernel '${kernel.id}' reads format '${kernel.format}', the matrix is in '${matrix.format}'.`,
      { fix: `Build the matrix in '${kernel.format}'.`, details: { kernel: kernel.id, format: matrix.format } },
    );
  }
  const arithmetic = precisionOf(kernel, matrix, precision ?? matrix.valueType);
  const context = kernelContext(spmv, kernel, { matrix: headerOf(matrix), device, precision: arithmetic });
  const resolved = resolveParams(kernel.params, params, context, `kernel '${kernel.id}'`);
  const program = launchProgram(kernel.program(context, resolved));
  const source = program?.modules.find(({ language }) => language === 'ptx')?.source;
  if (!program || source?.kind !== 'url') throw refused(kernel, 'no PTX is made of it');
  return {
    kernel,
    matrix,
    params: resolved,
    precision: arithmetic,
    device,
    signature: signatureOf(spmv, operationOptions(spmv, kernel.options), context.sizes),
    program,
    auxiliary: matrix.nnz === 0 ? {} : (kernel.analyse?.(matrix, context, resolved) ?? {}),
    module: /([^/]+)\.ptx$/u.exec(source.url)?.[1] ?? '',
    ptxUrl: source.url,
    entryPoints: program.launches.map(({ entryPoint }) => entryPoint),
  };
}
