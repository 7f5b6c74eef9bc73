import type {
  CudaArgument,
  CudaLibraryArgument,
  CudaLibraryCall,
  CudaLibraryProgram,
  CudaProgram,
  CudaVendorProgram,
  DriverRequest,
} from '@spmv/core';
import { SpmvError, storedPrecision } from '@spmv/core';
import { arrayNamed, asStored, countLaunches, hasSingleScalars } from '@spmv/kernel-kit';
import type { CudaOperator, OperatorHost } from './driver-operator.ts';
import { asDriverOperator, occupancyOf } from './driver-operator.ts';
import type { CusparseDescription, NativeArgument, NativeBuffer, NativeCall, NativeOperator } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';
import { withSpmvErrors } from './native/native-error.ts';
import { upload } from './transfers.ts';

/** Numbers of `cusparseSpMVAlg_t`. */
const CUSPARSE_ALGORITHMS: Readonly<Record<string, number>> = {
  CUSPARSE_SPMV_ALG_DEFAULT: 0,
  CUSPARSE_SPMV_CSR_ALG1: 2,
  CUSPARSE_SPMV_CSR_ALG2: 3,
  CUSPARSE_SPMV_SELL_ALG1: 5,
};

/** Names of the buffers a program mentions. */
export function buffersOf(program: CudaProgram): ReadonlySet<string> {
  const named = (list: readonly { readonly arguments: readonly CudaLibraryArgument[] }[]): readonly string[] =>
    list.flatMap((one) => one.arguments.filter((argument) => typeof argument === 'string'));
  const names =
    program.kind === 'vendor'
      ? [program.layout.starts, program.layout.columns, program.layout.values]
      : named(program.kind === 'library' ? [...program.setup, ...program.calls] : program.launches);
  return new Set(names.filter((name) => name.includes('.')));
}

/** The error for a name in an argument list that nothing has. */
export function unknownName(kernel: string, name: string): SpmvError {
  return new SpmvError(
    'KERNEL.LOAD_FAILED',
    `Kernel '${kernel}' names '${name}', which is no operand and no array of it.`,
    {
      fix: "Correct the argument list of the kernel's program.",
      details: { kernel, name },
    },
  );
}

/** An operand by its name, as the addon takes it. Errors: `KERNEL.LOAD_FAILED`. */
export function operandArgument(
  { signature, kernel }: Pick<DriverRequest, 'signature' | 'kernel'>,
  name: string,
): { readonly operand: number } | { readonly scalar: number } {
  const operand = signature.buffers.findIndex((slot) => slot.name === name);
  if (operand >= 0) return { operand };
  const scalar = signature.scalars.findIndex((slot) => slot.name === name);
  if (scalar >= 0) return { scalar };
  throw unknownName(kernel.id, name);
}

/** Puts on the device only what the program mentions: a kernel that works on auxiliary arrays does not pay for the format's. */
async function uploadBuffers(
  host: OperatorHost,
  request: DriverRequest,
  program: CudaProgram,
  into: Map<string, NativeBuffer>,
): Promise<number> {
  let bytes = 0;
  for (const name of buffersOf(program)) {
    const array = arrayNamed(request, name);
    const scratch =
      program.kind === 'launches' && name.startsWith('scratch.')
        ? program.scratch?.[name.slice('scratch.'.length)]
        : undefined;
    if (array) {
      const stored = asStored(array, storedPrecision(request.precision));
      into.set(name, await upload(host.device, name, stored, host.progress));
      bytes += stored.byteLength;
    } else if (scratch !== undefined) {
      into.set(
        name,
        withSpmvErrors(() => allocateZeros(host.device, scratch, name)),
      );
      bytes += scratch;
    } else {
      throw unknownName(request.kernel.id, name);
    }
  }
  return bytes;
}

/** Where the library's x, y, alpha and beta are among the operands. */
function vendorOperands(request: DriverRequest): Pick<CusparseDescription, 'x' | 'y' | 'alpha' | 'beta'> {
  const place = (name: string): number => {
    const found = operandArgument(request, name);
    return 'operand' in found ? found.operand : 'scalar' in found ? found.scalar : 0;
  };
  return { x: place('x'), y: place('y'), alpha: place('alpha'), beta: place('beta') };
}

function vendorOperator(
  host: OperatorHost,
  request: DriverRequest,
  program: CudaVendorProgram,
  buffers: ReadonlyMap<string, NativeBuffer>,
): NativeOperator {
  const algorithm = CUSPARSE_ALGORITHMS[program.algorithm];
  if (program.library !== 'cusparse' || algorithm === undefined) {
    throw new SpmvError(
      'KERNEL.LOAD_FAILED',
      `Kernel '${request.kernel.id}' asks for ${program.library}'s ${program.algorithm}, which this backend does not call.`,
      {
        fix: `Use cusparse with one of: ${Object.keys(CUSPARSE_ALGORITHMS).join(', ')}.`,
        details: { kernel: request.kernel.id, library: program.library, algorithm: program.algorithm },
      },
    );
  }
  const { layout } = program;
  const buffer = (name: string): NativeBuffer => buffers.get(name) as NativeBuffer;
  return withSpmvErrors(() =>
    host.device.cusparse({
      ...request.matrix.shape,
      nnz: request.matrix.nnz,
      single: hasSingleScalars(request.precision.precision),
      algorithm,
      preprocess: program.preprocess,
      transpose: program.transpose ?? false,
      sliceRows: layout.sliceRows ?? 0,
      slots: arrayNamed(request, layout.columns)?.length ?? 0,
      starts: buffer(layout.starts),
      columns: buffer(layout.columns),
      values: buffer(layout.values),
      ...vendorOperands(request),
    }),
  );
}

function libraryOperator(
  host: OperatorHost,
  request: DriverRequest,
  { library, setup, calls, release = [] }: CudaLibraryProgram,
  buffers: ReadonlyMap<string, NativeBuffer>,
): NativeOperator {
  const argument = (a: CudaLibraryArgument): NativeCall['arguments'][number] =>
    typeof a === 'string' ? (buffers.get(a) ?? operandArgument(request, a)) : a;
  const native = (list: readonly CudaLibraryCall[]): readonly NativeCall[] =>
    list.map((call) => ({ ...call, arguments: call.arguments.map(argument) }));
  const single = hasSingleScalars(request.precision.precision);
  return withSpmvErrors(() =>
    host.device.library({
      library,
      single,
      setup: native(setup),
      calls: native(calls),
      release: native(release),
    }),
  );
}

async function bind(
  host: OperatorHost,
  request: DriverRequest,
  program: CudaProgram,
  buffers: ReadonlyMap<string, NativeBuffer>,
): Promise<NativeOperator> {
  if (program.kind === 'vendor') return vendorOperator(host, request, program, buffers);
  if (program.kind === 'library') return libraryOperator(host, request, program, buffers);
  const argument = (a: CudaArgument): NativeArgument =>
    typeof a === 'string' ? (buffers.get(a) ?? operandArgument(request, a)) : a;
  const counted = countLaunches(request, program, host.limits);
  const module = await host.modules.load(program.modules, request.kernel.id);
  const list = counted.map((launch) => ({ ...launch, module, arguments: launch.arguments.map(argument) }));
  return withSpmvErrors(() => host.device.launches(list, hasSingleScalars(request.precision.precision)));
}

/** Uploads a matrix and binds its program. Everything already on the device is freed when a step fails. */
export async function prepareCudaOperator(host: OperatorHost, request: DriverRequest): Promise<CudaOperator> {
  const program = request.program as CudaProgram;
  const buffers = new Map<string, NativeBuffer>();
  const free = (): void => {
    for (const buffer of buffers.values()) buffer.dispose();
    buffers.clear();
  };
  try {
    const bytesResident = await uploadBuffers(host, request, program, buffers);
    const operator = await bind(host, request, program, buffers);
    try {
      const occupancy = occupancyOf(host, operator);
      return asDriverOperator(host, request, operator, { bytesResident, ...occupancy }, free);
    } catch (error) {
      operator.dispose();
      throw error;
    }
  } catch (error) {
    free();
    throw error;
  }
}
