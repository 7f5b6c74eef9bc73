import type {
  BufferName,
  NamedArrays,
  DriverOperator,
  DriverRequest,
  DriverVector,
  TypedArray,
  WgslBinding,
  WgslDispatch,
  WgslProgram,
} from '@spmv/core';
import { SpmvError } from '@spmv/core';
import type { GpuBindGroup, GpuBindGroupLayout, GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { checkSize, createBuffer, paddedBytes } from '../memory/buffers.ts';
import { deviceElementBytes } from '../memory/encode.ts';
import { upload } from '../memory/transfer.ts';
import { scalarBytes } from './batch.ts';
import type { Pipeline } from './compile.ts';
import type { GpuVector, DeviceContext } from './gpu-vector.ts';
import type { Step } from './step.ts';
import { foldGroups } from './step.ts';
import type { Pace } from './time-products.ts';
import { timeProducts } from './time-products.ts';

/** An array on the device. */
interface Resident {
  readonly buffer: GpuBuffer;
  readonly bytesEach: number;
}

/** A dispatch with everything fixed but the operands. */
interface BoundStep extends Step {
  readonly layout: GpuBindGroupLayout;
  readonly bindings: readonly {
    readonly binding: number;
    readonly name: BufferName;
    /** Place among the operands in memory; −1 for what stays with the operator. */
    readonly operand: number;
    readonly offset: number;
    readonly size: number | undefined;
  }[];
  /** The uniform after them. */
  readonly numbers: GpuBuffer | undefined;
}

function programError(kernel: string, what: string): SpmvError {
  return new SpmvError('KERNEL.PROGRAM_INVALID', `Kernel '${kernel}': ${what}`, {
    fix: "Correct the kernel's program.",
    details: { kernel },
  });
}

/** Elements of each array that some dispatch binds at a time; `undefined` where one binds all. */
function boundWhole(program: WgslProgram, name: BufferName): boolean {
  return program.dispatches.some(({ bindings }) =>
    bindings.some(({ buffer, window }) => buffer === name && window === undefined),
  );
}

async function uploadArrays(
  deviceContext: DeviceContext,
  request: DriverRequest,
  kind: string,
  arrays: NamedArrays,
  into: Map<string, Resident>,
): Promise<void> {
  const { precision } = request.precision;
  for (const [name, array] of Object.entries<TypedArray>(arrays)) {
    const key: BufferName = `${kind}.${name}`;
    const bytesEach = deviceElementBytes(array, precision);
    const bytes = array.length * bytesEach;
    const what = `Array '${name}' of ${request.matrix.format}`;
    checkSize(deviceContext.session, what, paddedBytes(bytes), boundWhole(request.program as WgslProgram, key));
    const buffer = await createBuffer(
      deviceContext.session,
      what,
      bytes,
      BUFFER_USAGE.storage | BUFFER_USAGE.copyTarget,
    );
    into.set(key, { buffer, bytesEach });
    await upload(deviceContext.session, buffer, array, precision);
  }
}

async function makeScratch(
  deviceContext: DeviceContext,
  program: WgslProgram,
  into: Map<string, Resident>,
): Promise<void> {
  for (const [name, bytes] of Object.entries(program.scratch ?? {})) {
    const what = `Scratch memory '${name}'`;
    checkSize(deviceContext.session, what, paddedBytes(bytes), true);
    into.set(`scratch.${name}`, {
      buffer: await createBuffer(deviceContext.session, what, bytes, BUFFER_USAGE.storage),
      bytesEach: 4,
    });
  }
}

function groupsOf({ groups }: WgslDispatch, auxiliary: NamedArrays, kernel: string): number {
  if (typeof groups === 'number') return groups;
  const array = auxiliary[groups.auxiliary];
  if (!array) throw programError(kernel, `analyse made no array '${groups.auxiliary}' to count workgroups by.`);
  return Math.ceil(array.length / groups.per);
}

function bindingOf(
  { buffer: name, window }: WgslBinding,
  position: number,
  operands: readonly string[],
  residents: ReadonlyMap<string, Resident>,
  kernel: string,
): BoundStep['bindings'][number] {
  const binding = position + 1;
  const operand = operands.indexOf(name);
  if (operand >= 0) return { binding, name, operand, offset: 0, size: undefined };
  const resident = residents.get(name);
  if (!resident) throw programError(kernel, `there is no array '${name}' to bind.`);
  if (!window) return { binding, name, operand, offset: 0, size: undefined };
  const offset = window.first * resident.bytesEach;
  return {
    binding,
    name,
    operand,
    offset,
    size: Math.min(paddedBytes(window.count * resident.bytesEach), resident.buffer.size - offset),
  };
}

/** Throws `BACKEND.LIMIT` where a number of a dispatch is none that its u32 word holds: it would be taken modulo 2^32. */
export function checkNumbers(
  kernel: string,
  { entryPoint, numbers = [] }: Pick<WgslDispatch, 'entryPoint' | 'numbers'>,
): void {
  const at = numbers.findIndex((number) => !(Number.isInteger(number) && number >= 0 && number < 2 ** 32));
  if (at < 0) return;
  throw new SpmvError(
    'BACKEND.LIMIT',
    `Kernel '${kernel}', entry point '${entryPoint}': number ${at} is ${numbers[at]}, which must be 0 ... ${2 ** 32 - 1}.`,
    {
      fix: 'Choose another kernel, or divide the matrix into blocks of rows.',
      details: { kernel, entryPoint, at, number: numbers[at] },
    },
  );
}

/** The numbers of dispatch `index`, kept among the residents. */
async function uploadNumbers(
  deviceContext: DeviceContext,
  numbers: readonly number[],
  index: number,
  residents: Map<string, Resident>,
): Promise<GpuBuffer> {
  const buffer = await createBuffer(
    deviceContext.session,
    'numbers of a dispatch',
    numbers.length * 4,
    BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget,
  );
  residents.set(`numbers ${index}`, { buffer, bytesEach: 4 });
  deviceContext.session.device.queue.writeBuffer(buffer, 0, Uint32Array.from(numbers));
  return buffer;
}

async function bindSteps(
  deviceContext: DeviceContext,
  request: DriverRequest,
  residents: Map<string, Resident>,
): Promise<readonly BoundStep[]> {
  const { session, compiler, form } = deviceContext;
  const program = request.program as WgslProgram;
  const kernel = request.kernel.id;
  const operands = request.signature.buffers.map(({ name }) => name);
  const scalars = request.signature.scalars.map(({ name }) => name);
  const most = session.limits.maxComputeWorkgroupsPerDimension;
  const asked = program.dispatches
    .map((dispatch) => ({ dispatch, groups: groupsOf(dispatch, request.auxiliary, kernel) }))
    .filter(({ groups }) => groups > 0)
    .map(({ dispatch, groups }) => ({
      dispatch,
      folded: foldGroups(groups, most, `Kernel '${kernel}', entry point '${dispatch.entryPoint}'`),
    }));
  for (const { dispatch } of asked) checkNumbers(kernel, dispatch);
  // At once, because compiling takes time; what is made on the device comes afterwards, one by one, so that nothing is made after an error.
  const compiled = await Promise.all(
    asked.map(async ({ dispatch }) =>
      compiler.pipeline({
        kernel,
        source: dispatch.source ?? program.source,
        extensions: program.enable ?? [],
        ...(program.arithmetic === true ? { arithmetic: { precision: request.precision.precision, form } } : {}),
        scalars,
        entryPoint: dispatch.entryPoint,
        constants: dispatch.constants,
        access: dispatch.bindings.map(({ access }) => access),
        numbers: (dispatch.numbers ?? []).length > 0,
      }),
    ),
  );
  const steps: BoundStep[] = [];
  for (const [index, { dispatch, folded }] of asked.entries()) {
    const { numbers = [] } = dispatch;
    steps.push({
      ...(compiled[index] as Pipeline),
      ...folded,
      bindings: dispatch.bindings.map((binding, position) => bindingOf(binding, position, operands, residents, kernel)),
      numbers: numbers.length > 0 ? await uploadNumbers(deviceContext, numbers, index, residents) : undefined,
    });
  }
  return steps;
}

interface Bindings {
  groups: readonly GpuBindGroup[] | undefined;
  readonly next: WeakMap<DriverVector, Bindings>;
}

/** The bind groups of a list of operands, made when it is first seen and let go of with the operands. Finding them allocates nothing. */
function createBindings(
  bind: (operands: readonly DriverVector[]) => readonly GpuBindGroup[],
): (operands: readonly DriverVector[]) => readonly GpuBindGroup[] {
  const root: Bindings = { groups: undefined, next: new WeakMap() };
  return (operands) => {
    let found = root;
    for (let o = 0; o < operands.length; o++) {
      const operand = operands[o] as DriverVector;
      let next = found.next.get(operand);
      if (!next) found.next.set(operand, (next = { groups: undefined, next: new WeakMap() }));
      found = next;
    }
    found.groups ??= bind(operands);
    return found.groups;
  };
}

/** Uploads a matrix and compiles its kernel. Vectors stay on the device; a product is a few encoded commands. */
export async function prepareWgslOperator(
  deviceContext: DeviceContext,
  request: DriverRequest,
): Promise<DriverOperator> {
  const { session, batch } = deviceContext;
  const residents = new Map<string, Resident>();
  const release = (): void => {
    for (const { buffer } of residents.values()) buffer.destroy();
  };
  let steps: readonly BoundStep[];
  try {
    if (request.signature.matrix !== undefined)
      await uploadArrays(deviceContext, request, request.signature.matrix, request.matrix.arrays, residents);
    await uploadArrays(deviceContext, request, 'auxiliary', request.auxiliary, residents);
    await makeScratch(deviceContext, request.program as WgslProgram, residents);
    steps = await bindSteps(deviceContext, request, residents);
    session.health.check();
  } catch (cause) {
    release();
    throw cause;
  }

  const uniformBytes = scalarBytes(request.signature.scalars.length);
  const bind = (operands: readonly DriverVector[]): readonly GpuBindGroup[] =>
    steps.map(({ layout, bindings, numbers }) =>
      session.device.createBindGroup({
        layout,
        entries: [
          { binding: 0, resource: { buffer: batch.scalars, size: uniformBytes } },
          ...bindings.map(({ binding, name, operand, offset, size }) => {
            const { buffer } = operand < 0 ? (residents.get(name) as Resident) : (operands[operand] as GpuVector);
            return { binding, resource: size === undefined ? { buffer } : { buffer, offset, size } };
          }),
          ...(numbers ? [{ binding: bindings.length + 1, resource: { buffer: numbers } }] : []),
        ],
      }),
    );
  const groupsFor = createBindings(bind);
  const pace: Pace = {};

  return {
    bytesResident: [...residents.values()].reduce((sum, { buffer }) => sum + buffer.size, 0),
    apply(operands, scalars) {
      batch.add(steps, groupsFor(operands), scalars);
    },
    ...(session.features.has('timestamp-query')
      ? {
          time: (operands, scalars, runs, cold) =>
            timeProducts(deviceContext, { steps, groups: groupsFor(operands), scalars, runs, cold, pace }),
        }
      : {}),
    dispose() {
      try {
        batch.flush();
      } finally {
        release();
      }
    },
  };
}
