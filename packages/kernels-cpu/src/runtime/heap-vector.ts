import type { DenseGaps, DriverVector, Precision, TypedArray, ValueArray } from '@spmv/core';
import { isGap, numbersOf, PRECISIONS, valueArray } from '@spmv/core';
import { asInHeap, heapElement } from './heap-element.ts';
import type { SharedHeap } from './shared-heap.ts';

/** A vector in a shared heap: compiled kernels take its address, JavaScript ones its view. Numbers of 16 bits, which the engine has no array of, have no `elements`. */
export interface HeapVector extends DriverVector {
  readonly address: number;
  readonly gaps: DenseGaps | undefined;
  readonly precision: Precision;
  /** What lies there: `elements`, or the bits of each number. */
  readonly stored: TypedArray;
}

/** A zeroed vector of `length` ≥ 1 elements. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function createHeapVector(heap: SharedHeap, length: number, precision: Precision, gaps?: DenseGaps): HeapVector {
  const { host, encoding } = PRECISIONS[precision];
  const element = heapElement(precision);
  const numbers = numbersOf(precision, length);
  const address = heap.allocate('vector', element, numbers);
  const stored = heap.view(element, address, numbers);
  const common = { address, gaps, precision, stored, dispose: () => heap.free(address) };
  if (element !== host)
    return {
      ...common,
      write: async (source) => stored.set(asInHeap(source, precision)),
      read: async (target) => encoding.decode(bytesOf(stored), target),
    };
  const elements = stored as ValueArray;
  return {
    ...common,
    elements,
    write: async (source) => elements.set(source),
    read: async (target) => target.set(elements),
  };
}

/** A copy of the bytes of an array. */
function bytesOf(array: TypedArray): ArrayBuffer {
  return array.slice().buffer;
}

/** Changes the numbers of a vector as the host has them: in place, or decoded, and encoded anew. */
export function changeNumbers(
  { elements, stored, precision }: HeapVector,
  change: (numbers: ValueArray) => void,
): void {
  if (elements) {
    change(elements);
    return;
  }
  const { host, encoding } = PRECISIONS[precision];
  const numbers = valueArray(host, stored.length);
  encoding.decode(bytesOf(stored), numbers);
  change(numbers);
  stored.set(encoding.encode(numbers));
}

/** y ← βy, without reading y when β = 0; gaps are left alone. `imaginary`: the imaginary part of β. */
export function scaleVector(vector: HeapVector, beta: number, imaginary = 0): void {
  const { gaps, stored, precision } = vector;
  const { components } = PRECISIONS[precision];
  const isZero = beta === 0 && imaginary === 0;
  if (!gaps && isZero) {
    stored.fill(0);
    return;
  }
  changeNumbers(vector, (numbers) => {
    for (let i = 0; i < numbers.length; i += components) {
      if (gaps && isGap(gaps, i / components)) continue;
      const [real, other] = [numbers[i], numbers[i + 1]];
      if (isZero) numbers.fill(0, i, i + components);
      else if (imaginary === 0) for (let c = 0; c < components; c++) numbers[i + c] = beta * numbers[i + c];
      else numbers.set([beta * real - imaginary * other, beta * other + imaginary * real], i);
    }
  });
}
