import type { BuildRoom, TargetId, TypedArray } from '@spmv/core';
import { allocate, elementBytes } from '@spmv/core';
import { isForOwnMemory } from './operator-arrays.ts';
import type { SharedHeap } from './shared-heap.ts';

/** Room for matrices of kernels of a target. What is too large for the heap is made outside, and copied to where its kernel finds it. */
export function createHeapRoom(
  heap: SharedHeap,
  { target, ownBytes }: { readonly target: TargetId; readonly ownBytes: number },
): BuildRoom {
  const made: TypedArray[] = [];
  return {
    allocate(what, element, length) {
      const bytes = length * elementBytes(element);
      if (target !== 'wasm' && isForOwnMemory(heap, bytes, ownBytes)) return allocate(element, length);
      const array = heap.make(what, element, length);
      made.push(array);
      return array;
    },
    release() {
      for (const array of made.splice(0)) heap.free(heap.addressOf(array) as number);
    },
  };
}
