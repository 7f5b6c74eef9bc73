import type { TypedArray } from '@spmv/core';
import type { PtxPlace } from '../trace-error.ts';
import { badAddress } from '../trace-error.ts';

/** A buffer of the simulated device, as the launch knows it. */
export interface DeviceBuffer {
  /** As the program of the kernel names it: `A.values`, `auxiliary.tiles`, `x`. */
  readonly name: string;
  readonly address: number;
  readonly bytes: number;
  /** Bytes of an element. */
  readonly elementBytes: number;
  readonly writable: boolean;
  readonly contents: DataView;
}

/** Device memory: buffers at addresses of their own. */
export interface GlobalMemory {
  readonly buffers: ReadonlyMap<string, DeviceBuffer>;
  /** A buffer with a copy of `contents`, or of as many zero bytes, seen as elements of `zeroElementBytes`. */
  add(name: string, contents: TypedArray | number, writable: boolean, zeroElementBytes?: number): DeviceBuffer;
  /**
   * The buffer that holds `bytes` bytes at `address`.
   *
   * Errors: `TRACE.BAD_ADDRESS`, which names lane, address and instruction, outside of every buffer, across the end of one, misaligned,
   * or in one that may not be written.
   */
  at(place: PtxPlace, lane: number, address: number, bytes: number, writes: boolean): DeviceBuffer;
}

/** Where the first buffer lies: beyond 32 bits, so that an address that was cut to them is found out. */
const FIRST_ADDRESS = 2 ** 33;
/** Buffers begin at multiples of this, as those of the driver do, and as much lies between two of them at least. */
const ALIGNMENT = 512;

/** An empty memory. */
export function createGlobalMemory(): GlobalMemory {
  const buffers = new Map<string, DeviceBuffer>();
  const list: DeviceBuffer[] = [];
  let next = FIRST_ADDRESS;
  /** The last buffer that begins at `address` or before. */
  const before = (address: number): DeviceBuffer | undefined => {
    let [low, high] = [0, list.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (list[middle].address <= address) low = middle + 1;
      else high = middle;
    }
    return list[low - 1];
  };
  return {
    buffers,
    add(name, contents, writable, zeroElementBytes = 8) {
      const bytes = typeof contents === 'number' ? contents : contents.byteLength;
      const memory = new Uint8Array(bytes);
      if (typeof contents !== 'number')
        memory.set(new Uint8Array(contents.buffer, contents.byteOffset, contents.byteLength));
      const buffer: DeviceBuffer = {
        name,
        address: next,
        bytes,
        elementBytes: typeof contents === 'number' ? zeroElementBytes : contents.BYTES_PER_ELEMENT,
        writable,
        contents: new DataView(memory.buffer),
      };
      next += (Math.ceil(bytes / ALIGNMENT) + 1) * ALIGNMENT;
      buffers.set(name, buffer);
      list.push(buffer);
      return buffer;
    },
    at(place, lane, address, bytes, writes) {
      const buffer = before(address);
      const from = buffer ? address - buffer.address : 0;
      if (!buffer || from + bytes > buffer.bytes) {
        const what = buffer
          ? `is ${from} bytes into '${buffer.name}' of ${buffer.bytes}, and takes ${bytes}`
          : 'is in front of every buffer';
        throw badAddress(place, lane, address, what, buffer?.name);
      }
      if (address % bytes !== 0) throw badAddress(place, lane, address, `is no multiple of ${bytes}`, buffer.name);
      if (writes && !buffer.writable)
        throw badAddress(place, lane, address, `is in '${buffer.name}', which no kernel may write`, buffer.name);
      return buffer;
    },
  };
}
