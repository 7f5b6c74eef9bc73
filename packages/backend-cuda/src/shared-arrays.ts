import type { TypedArray } from '@spmv/core';
import type { NativeBuffer } from './native/addon.ts';

/** Arrays of matrices that stay as they are: on the device once for all operators that read them. */
export interface SharedArrays {
  /** Its buffer, copied where no operator has one. Errors: those of `copy`. */
  take(array: TypedArray, copy: () => Promise<NativeBuffer>): Promise<NativeBuffer>;
  /** Disposes of a buffer once nobody has it that took it; of one that nobody took, at once. */
  release(buffer: NativeBuffer): void;
}

/** Holds nothing yet. */
export function createSharedArrays(): SharedArrays {
  const held = new Map<TypedArray, { users: number; readonly buffer: Promise<NativeBuffer> }>();
  const arrays = new Map<NativeBuffer, TypedArray>();
  const leave = (array: TypedArray): boolean => {
    const one = held.get(array);
    if (one && --one.users > 0) return false;
    held.delete(array);
    return true;
  };
  return {
    async take(array, copy) {
      const one = held.get(array) ?? { users: 0, buffer: copy() };
      held.set(array, one);
      one.users++;
      try {
        const buffer = await one.buffer;
        arrays.set(buffer, array);
        return buffer;
      } catch (error) {
        leave(array);
        throw error;
      }
    },
    release(buffer) {
      const array = arrays.get(buffer);
      if (array && !leave(array)) return;
      arrays.delete(buffer);
      buffer.dispose();
    },
  };
}
