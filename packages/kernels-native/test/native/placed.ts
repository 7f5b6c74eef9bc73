// Arrays whose end is the end of what may be read.
import type { NativeFunctions, TypedArray } from '@spmv/core';

/** An array and its address in the process. */
export interface Placed {
  readonly address: number;
  readonly view: TypedArray;
}

/** Makes copies of arrays that nothing may be read beyond. */
export interface Placer {
  place(array: TypedArray): Placed;
  /** What was placed so far is needed no more. */
  release(): void;
}

const PAGE = 65536;

type ArrayOver = new (buffer: ArrayBufferLike, offset: number, length: number) => TypedArray;

/** Copies whose last byte is the last byte of a memory; behind it the engine lets nothing be read. */
export function placerAtEnds({ addressOf }: Pick<NativeFunctions, 'addressOf'>): Placer {
  // Kept and used again: memory that is collected could lie under the end of another one, and each takes gigabytes of addresses.
  const free = new Map<number, WebAssembly.Memory[]>();
  const taken: { readonly pages: number; readonly memory: WebAssembly.Memory }[] = [];
  return {
    place(array) {
      const pages = Math.max(1, Math.ceil(array.byteLength / PAGE));
      const memory =
        free.get(pages)?.pop() ?? new WebAssembly.Memory({ initial: pages, maximum: pages + 1, shared: true });
      taken.push({ pages, memory });
      const offset = pages * PAGE - array.byteLength;
      const view = new (array.constructor as ArrayOver)(memory.buffer, offset, array.length);
      view.set(array as never);
      return { address: addressOf(new Uint8Array(memory.buffer)) + offset, view };
    },
    release() {
      for (const { pages, memory } of taken.splice(0)) free.set(pages, [...(free.get(pages) ?? []), memory]);
    },
  };
}

/** Copies in memory of their own from the C library, which AddressSanitizer keeps watch over on both sides. */
export function placerOnHeap({ addressOf }: Pick<NativeFunctions, 'addressOf'>): Placer {
  const kept: TypedArray[] = [];
  return {
    place(array) {
      const buffer = new ArrayBuffer(Math.max(1, array.byteLength));
      const view = new (array.constructor as ArrayOver)(buffer, 0, array.length);
      view.set(array as never);
      kept.push(view);
      return { address: addressOf(new Uint8Array(buffer)), view };
    },
    release() {
      kept.splice(0);
    },
  };
}
