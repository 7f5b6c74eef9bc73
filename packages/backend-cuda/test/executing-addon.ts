import type {
  Addon,
  RoutineArgument,
  NativeBuffer,
  NativeDevice,
  NativeExchange,
  NativeLaunch,
  NativeOperator,
  NativeReplay,
} from '../src/native/addon.ts';
import { fakeAddon } from './fake-addon.ts';

/** An argument of a launch: the bytes of a buffer from where it begins, or a number. */
export type Given = Uint8Array | number;

/** What an entry point computes, all blocks and threads of it. */
export type Emulated = (given: readonly Given[]) => void;

interface Bytes extends NativeBuffer {
  readonly bytes: Uint8Array;
  readonly device: Queue;
}

/** What one device is to do, in order. */
interface Queue {
  readonly work: { readonly ready: () => boolean; readonly run: () => void }[];
  done: number;
  enqueued: number;
}

/** The integers in bytes. */
export const i32 = (given: Given | undefined): Int32Array => viewOf(given, Int32Array);

function viewOf<T>(
  given: Given | undefined,
  type: { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBufferLike, offset: number, length: number): T },
): T {
  const bytes = given as Uint8Array;
  return new type(bytes.buffer, bytes.byteOffset, Math.floor(bytes.byteLength / type.BYTES_PER_ELEMENT));
}

/** An addon whose devices compute what `emulated` says, later than they are told to and in any order that the streams and exchanges leave open. */
export function executingAddon(
  emulated: Readonly<Record<string, Emulated>>,
  names: readonly string[] = ['a fake GPU'],
  random: () => number = Math.random,
): Addon {
  const queues: Queue[] = [];
  const queueOf = (): Queue => {
    const queue: Queue = { work: [], done: 0, enqueued: 0 };
    queues.push(queue);
    return queue;
  };
  const drain = async (): Promise<void> => {
    for (;;) {
      const ready = queues.filter(({ work }) => work[0]?.ready());
      if (ready.length === 0) break;
      const queue = ready[Math.floor(random() * ready.length)] as Queue;
      queue.work.shift()?.run();
      queue.done++;
    }
    if (queues.some(({ work }) => work.length > 0))
      throw new Error('CUDA_ERROR_UNKNOWN: waiting: devices wait for each other');
  };
  let recorded: (() => void)[] | undefined;
  /** Does something, or keeps it for replays. */
  const act = (work: () => void): void => {
    if (recorded) recorded.push(work);
    else work();
  };
  const enqueue = (queue: Queue, run: () => void, ready: () => boolean = () => true): void => {
    queue.work.push({ ready, run });
    queue.enqueued++;
  };
  const bufferOf = (device: Queue, bytes: Uint8Array): Bytes => ({
    bytes,
    device,
    async write(array, at) {
      const copy = new Uint8Array(array.buffer, array.byteOffset, array.byteLength).slice();
      enqueue(device, () => bytes.set(copy, at));
      await drain();
    },
    async read(array, at) {
      await drain();
      new Uint8Array(array.buffer, array.byteOffset, array.byteLength).set(bytes.subarray(at, at + array.byteLength));
    },
    clear: () => enqueue(device, () => bytes.fill(0)),
    part: (at, length) => bufferOf(device, bytes.subarray(at, at + length)),
    dispose() {},
  });
  const operatorOf = (queue: Queue, launches: readonly NativeLaunch[]): NativeOperator => ({
    run(...operands) {
      const buffers = operands.filter((one) => typeof one === 'object') as unknown as readonly Bytes[];
      const scalars = operands.filter((one) => typeof one === 'number');
      const given = (argument: RoutineArgument): Given => {
        if ('operand' in argument) return (buffers[argument.operand] as Bytes).bytes;
        if ('scalar' in argument) return scalars[argument.scalar] as number;
        if ('i32' in argument) return argument.i32;
        if ('value' in argument) return argument.value;
        return 'i64' in argument ? argument.i64 : (argument as Bytes).bytes;
      };
      for (const { entryPoint, arguments: list } of launches) {
        const values = list.map(given);
        const compute = emulated[entryPoint];
        if (!compute) throw new Error(`CUDA_ERROR_NOT_FOUND: running: nobody emulates ${entryPoint}`);
        act(() => enqueue(queue, () => compute(values)));
      }
    },
    residentThreads: () => 1024,
    time: async (_operands, runs) => new Float64Array(runs).fill(1),
    dispose() {},
  });
  const device = (): NativeDevice & { readonly queue: Queue } => {
    const queue = queueOf();
    const refuse = (): never => {
      throw new Error('CUDA_ERROR_NOT_SUPPORTED: making an operator: this device only launches');
    };
    return {
      queue,
      freeBytes: () => 2 ** 36,
      // What is not written is found.
      allocate: (bytes) => bufferOf(queue, new Uint8Array(bytes).fill(0x7f)),
      load: () => ({ dispose() {} }),
      launches: (list) => operatorOf(queue, list),
      library: refuse,
      sequence: (list) => ({
        run() {
          for (const [operator, ...operands] of list) operator.run(...operands);
        },
        residentThreads: () => 1024,
        time: refuse,
        dispose() {},
      }),
      pinned: refuse,
      pieces: refuse,
      timeCopies: refuse,
      finish: drain,
      dispose() {},
    };
  };
  const exchange = (
    devices: readonly ReturnType<typeof device>[],
    copies: ConstructorParameters<Addon['Exchange']>[1],
    isBeside: boolean,
  ): NativeExchange => {
    let moved = 0;
    let last: readonly { readonly from: Queue; readonly to: Queue; readonly on: Queue; readonly arrives: number }[] =
      [];
    // Copies to a device are made in order, on its own stream or on another.
    const streams = devices.map(({ queue }) => (isBeside ? queueOf() : queue));
    return {
      start: (sources, targets) =>
        act(() => {
          const before = devices.map(({ queue }) => queue.enqueued);
          last = copies.map(({ from, to, fromByte, toByte, bytes }) => {
            const [source, target] = [
              (devices[from] as (typeof devices)[number]).queue,
              (devices[to] as (typeof devices)[number]).queue,
            ];
            const on = streams[to] as Queue;
            const [reads, writes] = [(sources[from] as Bytes).bytes, (targets[to] as Bytes).bytes];
            moved += bytes;
            enqueue(
              on,
              () => writes.set(reads.slice(fromByte, fromByte + bytes), toByte),
              () => source.done >= (before[from] as number) && (on === target || target.done >= (before[to] as number)),
            );
            return { from: source, to: target, on, arrives: on.enqueued };
          });
        }),
      arrive: () =>
        act(() => {
          for (const { to, on, arrives } of last)
            if (on !== to)
              enqueue(
                to,
                () => {},
                () => on.done >= arrives,
              );
        }),
      end: () =>
        act(() => {
          for (const { from, on, arrives } of last)
            enqueue(
              from,
              () => {},
              () => on.done >= arrives,
            );
        }),
      movedBytes: () => moved,
      dispose() {},
    };
  };
  const facts = fakeAddon().probe().devices?.[0];
  if (!facts) throw new Error('the fake addon has no device');
  return {
    ...fakeAddon(),
    probe: () => ({ driverVersion: 13_000, devices: names.map((name, ordinal) => ({ ...facts, name, ordinal })) }),
    Device: function Device(): NativeDevice {
      return device();
    } as unknown as Addon['Device'],
    Exchange: function Exchange(
      devices: readonly ReturnType<typeof device>[],
      copies: ConstructorParameters<Addon['Exchange']>[1],
      isBeside: boolean,
    ) {
      return exchange(devices, copies, isBeside);
    } as unknown as Addon['Exchange'],
    Replay: function Replay(_devices: unknown, _buffers: unknown, work: () => void): NativeReplay {
      const steps: (() => void)[] = [];
      recorded = steps;
      try {
        work();
      } finally {
        recorded = undefined;
      }
      return {
        run() {
          for (const step of steps) step();
        },
        dispose() {},
      };
    } as unknown as Addon['Replay'],
  };
}
