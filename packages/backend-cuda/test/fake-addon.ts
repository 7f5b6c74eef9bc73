import type {
  Addon,
  NativeBuffer,
  NativeClock,
  NativeDevice,
  NativeExchange,
  GpuModule,
  NativeOperands,
  NativeOperator,
  NativeReplay,
} from '../src/native/addon.ts';

/** An addon without a GPU, whose calls can be made to fail and whose objects are counted. */
export interface FakeAddon extends Addon {
  /** Objects made and not yet disposed of, by kind. */
  readonly alive: Readonly<
    Record<'buffer' | 'module' | 'operator' | 'device' | 'pinned' | 'exchange' | 'clock' | 'replay', number>
  >;
  /** Calls so far. */
  readonly calls: number;
  /** The call after which many more fails; every later one succeeds. */
  failIn(calls: number): void;
}

/** Nothing is stored and nothing multiplied. A product takes a millisecond of the clock that timing reads. */
export function fakeAddon(): FakeAddon {
  const alive = { buffer: 0, module: 0, operator: 0, device: 0, pinned: 0, exchange: 0, clock: 0, replay: 0 };
  let calls = 0;
  let failing = Infinity;
  const call = (what: string): void => {
    calls++;
    if (calls === failing) throw new Error(`CUDA_ERROR_UNKNOWN: ${what}: injected`);
  };
  const made = <T extends object>(kind: keyof typeof alive, parts: T): T & { dispose(): void } => {
    call(`making a ${kind}`);
    alive[kind]++;
    let disposed = false;
    return {
      ...parts,
      dispose() {
        if (!disposed) alive[kind]--;
        disposed = true;
      },
    };
  };
  const later = async (what: string): Promise<void> => {
    call(what);
    await Promise.resolve();
  };
  const buffer = (): NativeBuffer =>
    made('buffer', {
      write: () => later('writing'),
      read: () => later('reading'),
      clear: () => call('zeroing'),
      part: () => buffer(),
    });
  const operator = (): NativeOperator =>
    made('operator', {
      run: () => call('running'),
      residentThreads() {
        call('counting threads');
        return 1024;
      },
      time: async (_operands: NativeOperands, runs: number) => {
        await later('timing');
        return new Float64Array(runs).fill(1);
      },
    });
  const device = (): NativeDevice =>
    made('device', {
      freeBytes: () => 2 ** 36,
      allocate: buffer,
      load: (): GpuModule => made('module', {}),
      launches: operator,
      library: operator,
      sequence: operator,
      pinned: async () => made('pinned', { write: () => later('copying') }),
      pieces: operator,
      timeCopies: async () => {
        await later('timing copies');
        return 1;
      },
      finish: () => later('waiting'),
    });
  const facts = {
    ordinal: 0,
    name: 'a fake GPU',
    memoryBytes: 2 ** 36,
    compute: 90,
    multiprocessors: 132,
    warpSize: 32,
    maxThreadsPerBlock: 1024,
    maxThreadsPerMultiprocessor: 2048,
    maxSharedPerBlock: 232_448,
    l2Bytes: 2 ** 20,
    others: {},
  };
  return {
    version: 'fake',
    alive,
    get calls() {
      return calls;
    },
    failIn(more) {
      failing = calls + more;
    },
    probe: () => ({ driverVersion: 13_000, devices: [facts] }),
    compile: () => '',
    libraries: () => ['cusparse'],
    Exchange: function Exchange(): NativeExchange {
      return made('exchange', {
        start: () => call('exchanging'),
        arrive: () => call('waiting for copies'),
        end: () => call('waiting for an exchange'),
        movedBytes: () => 0,
      });
    } as unknown as Addon['Exchange'],
    Clock: function Clock(): NativeClock {
      return made('clock', {
        begin: () => call('beginning to time'),
        end: () => call('ending to time'),
        async milliseconds() {
          await later('waiting for a time');
          return 0.05;
        },
      });
    } as unknown as Addon['Clock'],
    Replay: function Replay(_devices: unknown, _buffers: unknown, enqueue: () => void): NativeReplay {
      enqueue();
      return made('replay', { run: () => call('replaying') });
    } as unknown as Addon['Replay'],
    Device: function Device(): NativeDevice {
      return device();
    } as unknown as Addon['Device'],
  };
}
