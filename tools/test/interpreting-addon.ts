import type {
  Addon,
  NativeArgument,
  NativeBuffer,
  NativeDevice,
  NativeLaunch,
} from '../../packages/backend-cuda/src/native/addon.ts';
import { fakeAddon } from '../../packages/backend-cuda/test/fake-addon.ts';
import type { Program } from '../../packages/trace/src/machine/decode.ts';
import { decode } from '../../packages/trace/src/machine/decode.ts';
import type { DeviceBuffer } from '../../packages/trace/src/machine/global-memory.ts';
import { createGlobalMemory } from '../../packages/trace/src/machine/global-memory.ts';
import { runLaunch } from '../../packages/trace/src/machine/run-launch.ts';
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
  /** Name of arrays that it has no memory for. */
  readonly refused?: string;
}

/** An addon whose one device runs PTX instruction by instruction, at once. Its memory is not zero at first. */
export function interpretingAddon({ launched, taken, refused }: Interpreting = {}): Addon {
  const memory = createGlobalMemory();
  let made = 0;
  const bytesOf = ({ held: { contents } }: Held): Uint8Array =>
    new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength);
  const raw = (array: Parameters<NativeBuffer['write']>[0]): Uint8Array =>
    new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  const allocate = (bytes: number, name: string): Held => {
    if (name === refused) throw new Error(`CUDA_ERROR_OUT_OF_MEMORY: ${bytes} bytes for ${name}`);
    taken?.(name, bytes);
    const held = memory.add(`${name} ${made++}`, new Uint8Array(bytes).fill(0x7f), true);
    const buffer: Held = {
      held,
      write: async (array, at) => bytesOf(buffer).set(raw(array), at),
      read: async (array, at) => raw(array).set(bytesOf(buffer).subarray(at, at + array.byteLength)),
      clear: () => void bytesOf(buffer).fill(0),
      part: () => {
        throw new Error('CUDA_ERROR_NOT_SUPPORTED: parts of buffers: nobody asks for them here');
      },
      dispose: () => taken?.(name, -bytes),
    };
    return buffer;
  };
  const start = (
    { module, entryPoint, grid, block, sharedBytes, arguments: list }: NativeLaunch,
    operands: readonly (NativeBuffer | number)[],
  ): void => {
    const program = programOf(module as unknown as Ptx, entryPoint);
    launched?.(entryPoint);
    const scalars = operands.filter((one) => typeof one === 'number');
    const params = new DataView(new ArrayBuffer(program.parameterBytes));
    const put = (argument: NativeArgument, at: number, type: string): void => {
      if ('held' in argument) params.setBigUint64(at, BigInt((argument as Held).held.address), true);
      else if ('i32' in argument) params.setInt32(at, argument.i32, true);
      else if ('i64' in argument) params.setBigInt64(at, BigInt(argument.i64), true);
      else if ('scalar' in argument && type === 'f32') params.setFloat32(at, scalars[argument.scalar] as number, true);
      else if ('scalar' in argument) params.setFloat64(at, scalars[argument.scalar] as number, true);
      else throw new Error('CUDA_ERROR_NOT_SUPPORTED: an operand: nobody has one here');
    };
    if (list.length !== program.parameters.length)
      throw new Error(`CUDA_ERROR_INVALID_VALUE: ${entryPoint}: ${list.length} arguments`);
    program.parameters.forEach(({ at, type }, i) => put(list[i] as NativeArgument, at, type));
    const nothing = { executed() {}, branched() {}, accessed() {} };
    runLaunch({ program, grid, block, sharedBytes, params, memory, maxSteps: 1e9 }, nothing);
  };
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
    launches: (launches) => ({
      run: (...operands) => {
        for (const one of launches) start(one, operands);
      },
      residentThreads: () => 1024,
      time: async (_operands, runs) => new Float64Array(runs).fill(1),
      dispose() {},
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
