import type { NativeBuffer, NativeDevice } from './addon.ts';

/** A buffer of zeros, called `name` in errors; none is left behind where zeroing fails. */
export function allocateZeros(device: NativeDevice, bytes: number, name: string): NativeBuffer {
  const buffer = device.allocate(bytes, name);
  try {
    buffer.clear();
    return buffer;
  } catch (error) {
    buffer.dispose();
    throw error;
  }
}
