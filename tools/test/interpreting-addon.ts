import { cuda } from '@spmv/backend-cuda';
import type { BackendDescriptor } from '@spmv/core';
import { openCudaDriver } from '../../packages/backend-cuda/src/driver.ts';
import type {
  Addon,
  RoutineArgument,
  NativeBuffer,
  NativeDevice,
  NativeLaunch,
  NativeOperator,
} from '../../packages/backend-cuda/src/native/addon.ts';
import { fakeAddon } from '../../packages/backend-cuda/test/fake-addon.ts';
import type { Program } from '../../packages/trace/src/machine/decode.ts';
import { decode } from '../../packages/trace/src/machine/decode.ts';
import type { DeviceBuffer } from '../../packages/trace/src/machine/global-memory.ts';
import { createGlobalMemory } from '../../packages/trace/src/machine/global-memory.ts';
import { runLaunch } from '../../packages/trace/src/machine/run-launch.ts';
import type { SharedHazard } from '../../packages/trace/src/machine/shared-hazards.ts';
import { withOneEntry } from '@spmv/trace';
import { parseEntry } from '../../packages/trace/src/ptx/parse-entry.ts';

interface Held extends NativeBuffer {
  readonly held: DeviceBuffer;
}

interface Ptx {
  readonly text: string;
  readonly programs: Map<string, Program>;
}

/** What the driver's store of modules has read, decoded once for all devices. */
const decoded = new Map<string, Ptx>();

function programOf({ text, programs }: Ptx, entryPoint: string): Program {
  const known = programs.get(entryPoint) ?? decode(parseEntry(withOneEntry(text, entryPoint), entryPoint));
  programs.set(entryPoint, known);
  return known;
}

/** What is told of an interpreted device, and what it lacks. */
export interface Interpreting {
  launched?(entryPoint: string): void;
  /** Memory that is taken, and given back: fewer than 0 bytes. */
  taken?(name: string, bytes: number): void;
  /** Accesses of shared memory that no barrier puts into an order: what racecheck says of a GPU. */
  hazard?(entryPoint: string, hazard: SharedHazard): void;
  /** Name of arrays that it has no memory for. */
  readonly refused?: string;
}

/** The CUDA backend over a device that is interpreted. */
export const interpretedCuda = (what: Interpreting = {}): BackendDescriptor => ({
  ...cuda,
  probe: async () => ({ status: 'available', devices: [{ id: '0', name: 'an interpreted GPU' }] }) as never,
  open: (options) => openCudaDriver(options, undefined, interpretingAddon(what)),
});

/** An addon whose one device runs PTX instruction by instruction, at once. Its memory is not zero at first. */
function interpretingAddon({ launched, taken, hazard, refused }: Interpreting = {}): Addon {
  const memory = createGlobalMemory();
  let made = 0;
  const bytesOf = ({ held: { contents } }: Held): Uint8Array =>
    new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength);
  const raw = (array: Parameters<NativeBuffer['write']>[0]): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const bufferOf = (held: DeviceBuffer, dispose: () => void): Held => {
    const buffer: Held = {
      held,
      write: async (array, at) => bytesOf(buffer).set(raw(array), at),
      read: async (array, at) => raw(array).set(bytesOf(buffer).subarray(at, at + array.byteLength)),
      clear: () => void bytesOf(buffer).fill(0),
      part(at, bytes) {
        const { buffer: whole, byteOffset } = held.contents;
        const contents = new DataView(whole, byteOffset + at, bytes);
        return bufferOf({ ...held, address: held.address + at, bytes, contents }, () => {});
      },
      dispose,
    };
    return buffer;
  };
  const allocate = (bytes: number, name: string): Held => {
    if (name === refused) throw new Error(`CUDA_ERROR_OUT_OF_MEMORY: ${bytes} bytes for ${name}`);
    taken?.(name, bytes);
    const held = memory.add(`${name} ${made++}`, new Uint8Array(bytes).fill(0x7f), true);
    return bufferOf(held, () => taken?.(name, -bytes));
  };
  const start = (
    { module, entryPoint, grid, block, sharedBytes, arguments: list }: NativeLaunch,
    operands: readonly (NativeBuffer | number)[],
  ): void => {
    const program = programOf(module as unknown as Ptx, entryPoint);
    launched?.(entryPoint);
    const scalars = operands.filter((one) => typeof one === 'number');
    const params = new DataView(new ArrayBuffer(program.parameterBytes));
    const put = (argument: RoutineArgument, at: number, type: string): void => {
      if ('held' in argument) params.setBigUint64(at, BigInt((argument as Held).held.address), true);
      else if ('i32' in argument) params.setInt32(at, argument.i32, true);
      else if ('i64' in argument) params.setBigInt64(at, BigInt(argument.i64), true);
      else if ('value' in argument && type === 'f32') params.setFloat32(at, argument.value, true);
      else if ('value' in argument) params.setFloat64(at, argument.value, true);
      else if ('pair' in argument)
        for (const part of [0, 1]) {
          const value = scalars[argument.pair + part] as number;
          if (type === 'b64') params.setFloat32(at + 4 * part, value, true);
          else params.setFloat64(at + 8 * part, value, true);
        }
      else if ('scalar' in argument && type === 'f32') params.setFloat32(at, scalars[argument.scalar] as number, true);
      else if ('scalar' in argument) params.setFloat64(at, scalars[argument.scalar] as number, true);
      else if ('operand' in argument)
        params.setBigUint64(at, BigInt((operands[argument.operand] as Held).held.address), true);
      else throw new Error('CUDA_ERROR_INVALID_VALUE: no such argument');
    };
    if (list.length !== program.parameters.length)
      throw new Error(`CUDA_ERROR_INVALID_VALUE: ${entryPoint}: ${list.length} arguments`);
    program.parameters.forEach(({ at, type }, i) => put(list[i] as RoutineArgument, at, type));
    const nothing = {
      executed() {},
      branched() {},
      accessed() {},
      ...(hazard ? { hazard: (found: SharedHazard) => hazard(entryPoint, found) } : {}),
    };
    runLaunch({ program, grid, block, sharedBytes, params, memory, maxSteps: 1e9 }, nothing);
  };
  const operatorOf = (run: NativeOperator['run']): NativeOperator => ({
    run,
    residentThreads: () => 1024,
    time: async (_operands, runs) => new Float64Array(runs).fill(1),
    dispose() {},
  });
  const fake = fakeAddon();
  const device: NativeDevice = {
    ...new fake.Device(0),
    allocate,
    load: (image) => {
      const text = new TextDecoder().decode(image);
      const known = decoded.get(text) ?? { text, programs: new Map<string, Program>() };
      decoded.set(text, known);
      return { ...known, dispose() {} };
    },
    launches: (launches) =>
      operatorOf((...operands) => {
        for (const one of launches) start(one, operands);
      }),
    sequence: (list) =>
      operatorOf(() => {
        for (const [operator, ...operands] of list) operator.run(...operands);
      }),
  };
  return {
    ...fake,
    // Of no machine code, so that PTX is loaded.
    probe: () => ({
      driverVersion: 13_000,
      devices: (fake.probe().devices ?? []).map((one) => ({ ...one, compute: 75 })),
    }),
    Device: function Device(): NativeDevice {
      return device;
    } as unknown as Addon['Device'],
  };
}
