import type {
  CudaArgument,
  CudaLibraryArgument,
  CudaLibraryCall,
  CudaLibraryProgram,
  CudaProgram,
  DriverRequest,
} from '@spmv/core';
import { SpmvError, storedPrecision } from '@spmv/core';
import { arrayNamed, asStored, countLaunches, hasSingleScalars, hasPairs, lengthNamed } from '@spmv/kernel-kit';
import type { CudaArray } from './cuda-array.ts';
import type { CudaOperator, OperatorHost } from './driver-operator.ts';
import { asDriverOperator, occupancyOf } from './driver-operator.ts';
import type { RoutineArgument, NativeBuffer, RoutineCall, NativeOperator } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';
import { withSpmvErrors } from './native/native-error.ts';
import { upload } from './transfers.ts';

/** Names of the buffers a program mentions. */
export function buffersOf(program: CudaProgram): ReadonlySet<string> {
  const all = program.kind === 'library' ? [...program.setup, ...program.calls] : program.launches;
  const names = new Set<string>();
  for (const one of all)
    for (const given of Object.values<CudaLibraryArgument>(one.arguments))
      if (typeof given === 'string' && given.includes('.')) names.add(given);
  return names;
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
  { signature, kernel, precision }: Pick<DriverRequest, 'signature' | 'kernel' | 'precision'>,
  name: string,
): { readonly operand: number } | { readonly scalar: number } | { readonly pair: number } {
  const operand = signature.buffers.findIndex((slot) => slot.name === name);
  if (operand >= 0) return { operand };
  const scalar = signature.scalars.findIndex((slot) => slot.name === name);
  if (scalar >= 0) return hasPairs(precision.precision) ? { pair: 2 * scalar } : { scalar };
  throw unknownName(kernel.id, name);
}

/** Puts on the device only what the program mentions and what is not there: a kernel that works on auxiliary arrays does not pay for the format's. */
async function uploadBuffers(
  host: OperatorHost,
  request: DriverRequest,
  program: CudaProgram,
  into: Map<string, NativeBuffer>,
): Promise<number> {
  let bytes = 0;
  for (const name of buffersOf(program)) {
    if (request.memory?.[name]) continue;
    const array = arrayNamed(request, name);
    const scratch =
      program.kind === 'launches' && name.startsWith('scratch.')
        ? program.scratch?.[name.slice('scratch.'.length)]
        : undefined;
    if (array) {
      const stored = asStored(array, storedPrecision(request.precision));
      const copy = (): Promise<NativeBuffer> => upload(host.device, name, stored, host.progress);
      into.set(name, await (request.share ? host.shared.take(stored, copy) : copy()));
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

function libraryOperator(
  host: OperatorHost,
  request: DriverRequest,
  { library, setup, calls, release = [] }: CudaLibraryProgram,
  buffers: ReadonlyMap<string, NativeBuffer>,
): NativeOperator {
  const argument = (a: CudaLibraryArgument): RoutineCall['arguments'][number] => {
    if (typeof a === 'string') return buffers.get(a) ?? operandArgument(request, a);
    return 'elements' in a ? { i64: lengthNamed(request, a.elements) } : a;
  };
  const native = (list: readonly CudaLibraryCall[]): readonly RoutineCall[] =>
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
  if (program.kind === 'library') return libraryOperator(host, request, program, buffers);
  const argument = (a: CudaArgument): RoutineArgument =>
    typeof a === 'string' ? (buffers.get(a) ?? operandArgument(request, a)) : a;
  const counted = countLaunches(request, program, host.limits);
  const module = await host.modules.load(program, request.kernel.id);
  const list = counted.map((launch) => ({
    ...launch,
    module,
    arguments: Object.values(launch.arguments).map(argument),
  }));
  return withSpmvErrors(() => host.device.launches(list, hasSingleScalars(request.precision.precision)));
}

/** Uploads a matrix and binds its program. Everything already on the device is freed when a step fails. */
export async function prepareCudaOperator(host: OperatorHost, request: DriverRequest): Promise<CudaOperator> {
  const program = request.program as CudaProgram;
  const buffers = new Map<string, NativeBuffer>();
  const free = (): void => {
    for (const buffer of buffers.values()) host.shared.release(buffer);
    buffers.clear();
  };
  try {
    const bytesResident = await uploadBuffers(host, request, program, buffers);
    const there = Object.entries(request.memory ?? {}).map(
      ([name, array]) => [name, (array as CudaArray).buffer] as const,
    );
    const operator = await bind(host, request, program, new Map([...buffers, ...there]));
    try {
      // Of a kernel that allocates while it computes nobody asks, and each step would pay for the answer.
      const occupancy = request.memory ? {} : occupancyOf(host, operator);
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
