import type { DriverOperator, DriverRequest, DriverVector, StripedRequest, WgslBinding } from '@spmv/core';
import { elementBytes, numbersOf, PRECISIONS } from '@spmv/core';
import type { GpuBindGroup, GpuBuffer } from '../gpu/gpu-types.ts';
import { BUFFER_USAGE } from '../gpu/usage.ts';
import { createBuffer, paddedBytes } from '../memory/buffers.ts';
import type { BatchedProducts } from './batch.ts';
import type { BoundStep } from './bound-step.ts';
import { checkApart } from './bound-step.ts';
import { createBindings } from './bind-groups.ts';
import { compiledSteps, programError } from './compiled-steps.ts';
import type { GpuArray } from './gpu-array.ts';
import type { GpuVector, DeviceContext } from './gpu-vector.ts';
import type { Resident } from './residents.ts';
import { makeResidents } from './residents.ts';
import { scalarBinding, SLOT_WORDS } from './scalars.ts';
import type { ReadyDispatch } from './step.ts';
import type { Pace } from './time-products.ts';
import { timeProducts } from './time-products.ts';

/** Bytes of an operand that are bound: all of it, or those of a stripe. */
interface Part {
  readonly name: string;
  readonly offset: number;
  readonly size: number | undefined;
}

function bindingOf(
  { buffer: name, access, window }: WgslBinding,
  position: number,
  operands: readonly Part[],
  residentOf: (name: string) => Resident | undefined,
  kernel: string,
): BoundStep['bindings'][number] {
  const binding = position + 1;
  const operand = operands.findIndex((part) => part.name === name);
  const written = access === 'read_write';
  if (operand >= 0) return { ...(operands[operand] as Part), binding, operand, written };
  const resident = residentOf(name);
  if (!resident) throw programError(kernel, `there is no array '${name}' to bind.`);
  if (!window) return { binding, name, operand, written, offset: 0, size: undefined };
  const offset = window.first * resident.bytesEach;
  return {
    binding,
    name,
    operand,
    written,
    offset,
    size: Math.min(paddedBytes(window.count * resident.bytesEach), resident.buffer.size - offset),
  };
}

/** Where the numbers of each dispatch lie in one uniform buffer, which is kept among the residents; undefined for a dispatch without numbers. */
async function uploadNumbers(
  { session }: DeviceContext,
  all: readonly (readonly number[])[],
  residents: Map<string, Resident>,
): Promise<readonly BoundStep['numbers'][]> {
  const words = Math.ceil(Math.max(...all.map(({ length }) => length), 0) / SLOT_WORDS) * SLOT_WORDS;
  if (words === 0) return all.map(() => undefined);
  const usage = BUFFER_USAGE.uniform | BUFFER_USAGE.copyTarget;
  const buffer = await createBuffer(session, 'numbers of dispatches', all.length * words * 4, usage);
  residents.set('numbers', { buffer, bytesEach: 4 });
  const data = new Uint32Array(all.length * words);
  all.forEach((numbers, at) => data.set(numbers, at * words));
  session.device.queue.writeBuffer(buffer, 0, data);
  return all.map(({ length }, at) => (length === 0 ? undefined : { buffer, offset: at * words * 4, size: length * 4 }));
}

/** What is bound of each operand: all of it unless `offsets` say where a stripe begins. */
function partsOf({ signature, precision }: DriverRequest, offsets: readonly number[] | undefined): readonly Part[] {
  const { storedBytes } = PRECISIONS[precision.precision];
  return signature.buffers.map(({ name, length }, b) =>
    offsets
      ? { name, offset: (offsets[b] as number) * storedBytes, size: paddedBytes(length * storedBytes) }
      : { name, offset: 0, size: undefined },
  );
}

async function bindSteps(
  deviceContext: DeviceContext,
  request: DriverRequest,
  offsets: readonly number[] | undefined,
  residents: Map<string, Resident>,
  residentOf: (name: string) => Resident | undefined,
): Promise<readonly BoundStep[]> {
  const operands = partsOf(request, offsets);
  // What is made on the device comes afterwards, one by one, so that nothing is made after an error.
  const compiled = await compiledSteps(deviceContext, request);
  const numbers = await uploadNumbers(
    deviceContext,
    compiled.map(({ dispatch }) => dispatch.numbers ?? []),
    residents,
  );
  return compiled.map(({ dispatch, folded, pipeline, layout }, index) => ({
    pipeline,
    layout,
    ...folded,
    bindings: dispatch.bindings.map((binding, position) =>
      bindingOf(binding, position, operands, residentOf, request.kernel.id),
    ),
    numbers: numbers[index],
  }));
}

/** A matrix, or a stripe of one, on the device with its kernel. */
interface Bound {
  readonly steps: readonly BoundStep[];
  readonly bytes: number;
  bind(operands: readonly DriverVector[], scalars: GpuBuffer, place: number): readonly GpuBindGroup[];
  release(): void;
}

function wholeOf({ buffer }: Resident): Pick<GpuVector, 'buffer' | 'offset' | 'size'> {
  return { buffer, offset: 0, size: buffer.size };
}

/** Uploads a matrix and compiles its kernel; nothing is left on the device when a step fails. `offsets` are those of a stripe. */
async function boundOf(
  deviceContext: DeviceContext,
  request: DriverRequest,
  offsets?: readonly number[],
): Promise<Bound> {
  const { session } = deviceContext;
  const residents = new Map<string, Resident>();
  // Arrays that are there by their names outlive the operator: they are none of its residents.
  const residentOf = (name: string): Resident | undefined => {
    const array = request.memory?.[name] as GpuArray | undefined;
    return array ? { buffer: array.buffer, bytesEach: elementBytes(array.element) } : residents.get(name);
  };
  const release = (): void => {
    for (const { buffer } of residents.values()) buffer.destroy();
  };
  let steps: readonly BoundStep[];
  try {
    await makeResidents(deviceContext, request, residents);
    steps = await bindSteps(deviceContext, request, offsets, residents, residentOf);
    session.health.check();
  } catch (cause) {
    release();
    throw cause;
  }
  const scalarCount = numbersOf(request.precision.precision, request.signature.scalars.length);
  const bind: Bound['bind'] = (operands, scalars, place) =>
    steps.map(({ layout, bindings, numbers }) => {
      checkApart(bindings, operands);
      return session.device.createBindGroup({
        layout,
        entries: [
          { binding: 0, resource: scalarBinding(scalars, scalarCount, place) },
          ...bindings.map(({ binding, name, operand, offset, size }) => {
            const whole = operand < 0 ? wholeOf(residentOf(name) as Resident) : (operands[operand] as GpuVector);
            const bytes = Math.min(size ?? whole.size, whole.size - offset);
            return { binding, resource: { buffer: whole.buffer, offset: whole.offset + offset, size: bytes } };
          }),
          ...(numbers ? [{ binding: bindings.length + 1, resource: numbers }] : []),
        ],
      });
    });
  return { steps, bytes: [...residents.values()].reduce((sum, { buffer }) => sum + buffer.size, 0), bind, release };
}

/** An operator that tells what a product of it is, to be kept. */
export interface WgslOperator extends DriverOperator {
  collected(operands: readonly DriverVector[], scalars: Float64Array): BatchedProducts;
  readonly steps: readonly ReadyDispatch[];
  /** Bind groups of the steps for scalars in another buffer than that of the batch. */
  bind: Bound['bind'];
}

/** The operator of a matrix, or of all its stripes, one after another in each product. */
function operatorOf(deviceContext: DeviceContext, parts: readonly Bound[]): WgslOperator {
  const { session, batch } = deviceContext;
  const steps = parts.flatMap((part) => part.steps);
  const bind: Bound['bind'] = (operands, scalars, place) =>
    parts.flatMap((part) => part.bind(operands, scalars, place));
  const groupsFor = createBindings((operands, place) => bind(operands, batch.scalars, place));
  const pace: Pace = {};
  return {
    bytesResident: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    apply(operands, scalars) {
      batch.add(steps, groupsFor(operands), scalars);
    },
    collected: (operands, scalars) => ({ steps, groups: groupsFor(operands), scalars, products: 1 }),
    steps,
    bind,
    ...(session.features.has('timestamp-query')
      ? {
          // What is encoded meanwhile would take the cores of a software adapter.
          timesInOrder: !session.software,
          time: (operands, scalars, runs, cold) =>
            timeProducts(deviceContext, { steps, groups: groupsFor(operands)(0), scalars, runs, cold, pace }),
        }
      : {}),
    dispose() {
      try {
        batch.flush();
      } finally {
        for (const { release } of parts) release();
      }
    },
  };
}

/** Uploads a matrix and compiles its kernel. Vectors stay on the device; a product is a few encoded commands. */
export async function prepareWgslOperator(
  deviceContext: DeviceContext,
  request: DriverRequest,
): Promise<DriverOperator> {
  return operatorOf(deviceContext, [await boundOf(deviceContext, request)]);
}

/** The same for a matrix whose arrays are larger than one binding: each stripe of rows has buffers of its own, and writes its part of the result. */
export async function prepareWgslStripes(
  deviceContext: DeviceContext,
  striped: StripedRequest,
): Promise<DriverOperator> {
  const parts: Bound[] = [];
  try {
    for (let s = 0; s < striped.count; s++) {
      const { offsets, ...request } = striped.at(s);
      parts.push(await boundOf(deviceContext, request, offsets));
    }
  } catch (cause) {
    for (const { release } of parts) release();
    throw cause;
  }
  return operatorOf(deviceContext, parts);
}
