import type { NativeBuffer, NativeDevice } from './native/addon.ts';
import { allocateZeros } from './native/allocate-zeros.ts';

/** Memory of a vector. */
export interface Room {
  readonly buffer: NativeBuffer;
  dispose(): void;
}

/** Memory for numbers and other small vectors, many of which lie in one allocation. */
export interface SmallBuffers {
  /** Zeros; undefined where so many bytes are better allocated for themselves. Errors: those of the driver. */
  take(bytes: number): Room | undefined;
}

/** As the driver aligns what it allocates. */
const CELL = 256;
/** Bytes of an allocation. */
const WHOLE = 2 ** 16;

/** An allocation, and how many of its cells are in use. */
interface Slab {
  readonly whole: NativeBuffer;
  used: number;
  alive: number;
}

/**
 * A method of solvers has hundreds of numbers on the device, and each that the driver allocates and zeroes is one more call of it, and each that it frees one more wait for the device. No cell is used twice, so that nobody has to know whether something
 * that was enqueued still reads it; an allocation goes when the last of its cells does.
 */
export function createSmallBuffers(device: NativeDevice): SmallBuffers {
  let current: Slab | undefined;
  const next = (): Slab | undefined => {
    if (current && current.used + CELL <= WHOLE) return current;
    if (device.freeBytes() < 2 * WHOLE) return undefined;
    current = { whole: allocateZeros(device, WHOLE, 'numbers'), used: 0, alive: 0 };
    return current;
  };
  const leave = (slab: Slab): void => {
    if (slab.alive > 0) return;
    if (current === slab) current = undefined;
    slab.whole.dispose();
  };
  return {
    take(bytes) {
      if (bytes === 0 || bytes > CELL) return undefined;
      const slab = next();
      if (!slab) return undefined;
      let buffer: NativeBuffer;
      try {
        buffer = slab.whole.part(slab.used, bytes);
      } catch (error) {
        leave(slab);
        throw error;
      }
      slab.used += CELL;
      slab.alive++;
      return {
        buffer,
        dispose() {
          buffer.dispose();
          slab.alive--;
          leave(slab);
        },
      };
    },
  };
}
