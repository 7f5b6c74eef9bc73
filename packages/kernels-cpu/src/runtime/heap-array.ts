import type { ElementType, TargetId } from '@spmv/core';
import { elementBytes } from '@spmv/core';
import type { HeapArray } from './operator-arrays.ts';
import { isForOwnMemory, placeOwn, viewPlaced } from './operator-arrays.ts';
import type { SharedHeap } from './shared-heap.ts';

/** An array for kernels of a target: in the heap, or with memory of its own as arrays of operators have. Contents are not promised. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function createHeapArray(
  heap: SharedHeap,
  what: string,
  element: ElementType,
  length: number,
  options: { readonly target: TargetId; readonly ownBytes: number },
): HeapArray {
  const bytes = length * elementBytes(element);
  const isOwn = options.target !== 'wasm' && isForOwnMemory(heap, bytes, options.ownBytes);
  const placed = isOwn
    ? placeOwn(heap, what, { element, length, bytes })
    : { address: heap.allocate(what, element, length, true), element, length };
  const view = viewPlaced(heap.memory.buffer, placed);
  return {
    element,
    length,
    placed,
    write: async (data) => view.set(data),
    read: async (target, begin) => target.set(view.subarray(begin, begin + target.length)),
    dispose: () => {
      if (!isOwn) heap.free(placed.address);
    },
  };
}
