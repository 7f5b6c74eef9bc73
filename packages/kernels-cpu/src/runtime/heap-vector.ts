import type { DriverVector, Precision, ValueArray } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { SharedHeap } from './shared-heap.ts';

/** A vector in a shared heap: WebAssembly kernels take its address, JavaScript ones its view. */
export interface HeapVector extends DriverVector {
  readonly address: number;
  readonly data: ValueArray;
}

/** A zeroed vector of `length` ≥ 1 elements. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function createHeapVector(heap: SharedHeap, length: number, precision: Precision): HeapVector {
  const element = PRECISIONS[precision].host;
  const address = heap.allocate('vector', element, length);
  const data = heap.view(element, address, length) as ValueArray;
  return {
    address,
    data,
    write: async (source) => data.set(source),
    read: async (target) => target.set(data),
    dispose: () => heap.free(address),
  };
}

/** y ← βy, without reading y when β = 0. */
export function scaleVector({ data }: HeapVector, beta: number): void {
  if (beta === 0) data.fill(0);
  else for (let i = 0; i < data.length; i++) data[i] = beta * (data[i] as number);
}
