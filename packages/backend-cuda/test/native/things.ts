// What the programs of native-addon.ts work with.
import type { NativeBuffer, NativeDevice, GpuModule, NativeOperator } from '../../src/native/addon.ts';

/** Elements of a buffer that is copied on the device's own thread. */
export const LARGE = 100_000;

/** What `work` gives, or the text of what it throws. */
export function attempt<R>(work: () => R): R | string {
  try {
    return work();
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** A device, a module of it, and two buffers. */
export interface Things {
  readonly device: NativeDevice;
  readonly module: GpuModule;
  readonly buffer: NativeBuffer;
  readonly other: NativeBuffer;
}

/** Made on a device. */
export function things(device: NativeDevice): Things {
  return {
    device,
    module: device.load(new Uint8Array(8), 'fake'),
    buffer: device.allocate(LARGE * 8, 'a'),
    other: device.allocate(LARGE * 8, 'b'),
  };
}

/** An operator of one launch. */
export function launches({ device, module, buffer }: Things): NativeOperator {
  return device.launches(
    [
      {
        module,
        entryPoint: 'k',
        grid: [1, 1, 1],
        block: [32, 1, 1],
        sharedBytes: 1024,
        arguments: [buffer, { operand: 0 }, { operand: 1 }, { scalar: 0 }, { scalar: 1 }, { i32: 1 }],
      },
    ],
    false,
  );
}
