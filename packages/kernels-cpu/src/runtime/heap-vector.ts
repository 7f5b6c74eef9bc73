import type { DenseGaps, DriverVector, Precision, ValueArray } from '@spmv/core';
import { isGap, PRECISIONS } from '@spmv/core';
import type { SharedHeap } from './shared-heap.ts';

/** A vector in a shared heap: WebAssembly kernels take its address, JavaScript ones its view. */
export interface HeapVector extends DriverVector {
  readonly address: number;
  readonly data: ValueArray;
  readonly gaps: DenseGaps | undefined;
}

/** A zeroed vector of `length` ≥ 1 elements. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function createHeapVector(heap: SharedHeap, length: number, precision: Precision, gaps?: DenseGaps): HeapVector {
  const element = PRECISIONS[precision].host;
  const address = heap.allocate('vector', element, length);
  const data = heap.view(element, address, length) as ValueArray;
  return {
    address,
    data,
    gaps,
    write: async (source) => data.set(source),
    read: async (target) => target.set(data),
    dispose: () => heap.free(address),
  };
}

/** y ← βy, without reading y when β = 0; gaps are left alone. */
export function scaleVector({ data, gaps }: HeapVector, beta: number): void {
  if (gaps) {
    for (let i = 0; i < data.length; i++) if (!isGap(gaps, i)) data[i] = beta === 0 ? 0 : beta * (data[i] as number);
  } else if (beta === 0) data.fill(0);
  else for (let i = 0; i < data.length; i++) data[i] = beta * (data[i] as number);
}
