import type { ElementType, TypedArray } from '@spmv/core';
import { elementBytes, formatBytes, SpmvError } from '@spmv/core';
import { createFreeList } from './free-list.ts';
import { viewOf } from './view.ts';

/** Blocks of one shared WebAssembly memory, which the threads that hold the memory read and write directly. */
export interface SharedHeap {
  readonly memory: WebAssembly.Memory;
  /**
   * Address of `length` elements, zeroed unless they are to be written `anyway`, aligned to 64 bytes. `what` names the array in the error.
   * Errors: `BACKEND.OUT_OF_MEMORY`.
   */
  allocate(what: string, element: ElementType, length: number, anyway?: boolean): number;
  /** An array of zeros in the heap, which {@link addressOf} knows. Errors: `BACKEND.OUT_OF_MEMORY`. */
  make(what: string, element: ElementType, length: number): TypedArray;
  /** The address of an array that `make` made, undefined of any other. Errors: `LIFETIME.DISPOSED` once it was freed. */
  addressOf(array: TypedArray): number | undefined;
  /** A copy of `array` in the heap. */
  copy(what: string, array: TypedArray, element: ElementType): number;
  /** One user less: memory is free when the last one has said so. */
  free(address: number): void;
  /** One more user of a block. */
  retain(address: number): void;
  /** The elements at an address that `allocate` returned. Valid until that block is freed, also when the memory grows. */
  view(element: ElementType, address: number, length: number): TypedArray;
  /** Bytes of all blocks. */
  readonly bytesInUse: number;
  /** Bytes that there is room for besides; in one block may be less. */
  readonly room: number;
}

const PAGE = 65536;
const ALIGNMENT = 64;
/** 4 GiB less one page, so that no address one past an array wraps to 0. */
const MAX_PAGES = 65536;
/** What a heap holds at most, all blocks together. */
export const HEAP_BYTES: number = (MAX_PAGES - 1) * PAGE;
/** Before every block: its length in bytes at −8 and a mark at −4, which checked builds of kernels look at. */
const HEADER = 64;
const MARK = 0x56_4d_50_53;

/**
 * A heap in its own memory, of at most `limit` bytes; nothing is committed before it is needed. Errors: `BACKEND.OUT_OF_MEMORY`.
 */
export function createSharedHeap(limit: number = HEAP_BYTES): SharedHeap {
  const memory = reserve();
  const maxPages = Math.floor(Math.min(limit, HEAP_BYTES) / PAGE);
  const free = createFreeList(ALIGNMENT, PAGE);
  const blocks = new Map<number, { readonly bytes: number; users: number }>();
  // The engine's object for the memory changes as this grows: arrays are known by themselves.
  const made = new WeakMap<TypedArray, { readonly address: number; readonly block: object | undefined }>();
  let bytesInUse = 0;
  // Pages the engine has just added are zero; only blocks that were used before need clearing.
  let touched = 0;
  const grow = (what: string, bytes: number): void => {
    const pages = Math.ceil((bytes - free.tail) / PAGE);
    const held = free.end / PAGE;
    // A quarter more than asked, so that many small blocks grow the memory rarely; exactly what is asked where that fails.
    for (const more of [Math.max(pages, Math.min(held >> 2, 1024)), pages]) {
      if (held + more > maxPages) continue;
      try {
        memory.grow(more);
        free.extend((held + more) * PAGE);
        return;
      } catch {
        // The engine or the system refuses this much.
      }
    }
    throw new SpmvError(
      'BACKEND.OUT_OF_MEMORY',
      `Not enough memory for '${what}': ${formatBytes(bytes - HEADER)} are needed, and ${formatBytes(bytesInUse)} are in use.`,
      {
        fix: `Dispose of operators and vectors that are no longer used, or choose a smaller format. This is a shared WebAssembly memory of at most ${formatBytes(maxPages * PAGE)}, which holds all vectors and whatever kernels in WebAssembly read; those of targets native and js (native/csr and native/csr64 of @spmv/kernels-native; js/csr) have memory of their own for arrays that do not fit.`,
        details: { array: what, bytes: bytes - HEADER, bytesInUse },
      },
    );
  };
  const heap: SharedHeap = {
    memory,
    allocate(what, element, length, anyway = false) {
      const asked = length * elementBytes(element);
      const bytes = HEADER + Math.ceil(asked / ALIGNMENT) * ALIGNMENT;
      let base = free.allocate(bytes);
      if (base < 0) {
        grow(what, bytes);
        base = free.allocate(bytes);
      }
      const address = base + HEADER;
      new Uint32Array(memory.buffer, address - 8, 2).set([asked, MARK]);
      const used = Math.min(asked, Math.max(0, touched - address));
      if (used > 0 && !anyway) new Uint8Array(memory.buffer, address, used).fill(0);
      touched = Math.max(touched, base + bytes);
      blocks.set(address, { bytes, users: 1 });
      bytesInUse += bytes;
      return address;
    },
    make(what, element, length) {
      const address = heap.allocate(what, element, length);
      const array = heap.view(element, address, length);
      made.set(array, { address, block: blocks.get(address) });
      return array;
    },
    addressOf(array) {
      const place = made.get(array);
      if (!place || blocks.get(place.address) === place.block) return place?.address;
      throw new SpmvError('LIFETIME.DISPOSED', 'The matrix was built in memory of a backend that was given back.', {
        fix: 'Release the room after its last operator was prepared, or build the matrix again.',
      });
    },
    copy(what, array, element) {
      const address = heap.allocate(what, element, array.length, true);
      heap.view(element, address, array.length).set(array);
      return address;
    },
    free(address) {
      const block = blocks.get(address);
      if (!block || --block.users > 0) return;
      const { bytes } = block;
      new Uint32Array(memory.buffer, address - 4, 1)[0] = 0;
      blocks.delete(address);
      bytesInUse -= bytes;
      free.release({ address: address - HEADER, bytes });
    },
    retain(address) {
      const block = blocks.get(address);
      if (block) block.users++;
    },
    view: (element, address, length) => viewOf(memory.buffer, element, address, length),
    get bytesInUse() {
      return bytesInUse;
    },
    get room() {
      return maxPages * PAGE - bytesInUse;
    },
  };
  return heap;
}

function reserve(): WebAssembly.Memory {
  try {
    return new WebAssembly.Memory({ initial: 1, maximum: MAX_PAGES, shared: true });
  } catch (cause) {
    throw new SpmvError(
      'BACKEND.OUT_OF_MEMORY',
      `The engine cannot reserve a shared memory: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        fix: 'Dispose of backends that are no longer used. Where ulimit -v limits virtual memory, use Node 24, start node with --disable-wasm-trap-handler, or leave 11 GiB for each backend.',
        cause,
      },
    );
  }
}
