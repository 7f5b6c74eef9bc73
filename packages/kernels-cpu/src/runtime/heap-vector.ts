import type { DenseGaps, DriverVector, Precision, ValueArray } from '@spmv/core';
import { isGap, PRECISIONS } from '@spmv/core';
import type { SharedHeap } from './shared-heap.ts';

/** A vector in a shared heap: WebAssembly kernels take its address, JavaScript ones its view. */
export interface HeapVector extends DriverVector {
  readonly address: number;
  readonly elements: ValueArray;
  readonly gaps: DenseGaps | undefined;
}

/** A zeroed vector of `length` ≥ 1 elements. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function createHeapVector(heap: SharedHeap, length: number, precision: Precision, gaps?: DenseGaps): HeapVector {
  const element = PRECISIONS[precision].host;
  const address = heap.allocate('vector', element, length);
  const elements = heap.view(element, address, length) as ValueArray;
  return {
    address,
    elements,
    gaps,
    write: async (source) => elements.set(source),
    read: async (target) => target.set(elements),
    dispose: () => heap.free(address),
  };
}

/** y ← βy, without reading y when β = 0; gaps are left alone. */
export function scaleVector({ elements, gaps }: HeapVector, beta: number): void {
  if (gaps) {
    for (let i = 0; i < elements.length; i++)
      if (!isGap(gaps, i)) elements[i] = beta === 0 ? 0 : beta * (elements[i] as number);
  } else if (beta === 0) elements.fill(0);
  else for (let i = 0; i < elements.length; i++) elements[i] = beta * (elements[i] as number);
}
