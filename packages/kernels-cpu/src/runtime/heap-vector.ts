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

/** y ← βy of pairs, β having an imaginary part. */
function scalePairs(numbers: ValueArray, gaps: DenseGaps | undefined, beta: number, imaginary: number): void {
  for (let i = 0; i < numbers.length; i += 2) {
    if (gaps && isGap(gaps, i / 2)) continue;
    const real = numbers[i];
    const other = numbers[i + 1];
    numbers[i] = beta * real - imaginary * other;
    numbers[i + 1] = beta * other + imaginary * real;
  }
}

/** y ← βy, without reading y when β = 0; gaps are left alone. `imaginary`: the imaginary part of β. */
export function scaleVector(vector: HeapVector, beta: number, imaginary = 0): void {
  const { gaps, stored, precision } = vector;
  const { components } = PRECISIONS[precision];
  if (!gaps && beta === 0 && imaginary === 0) {
    stored.fill(0);
    return;
  }
  changeNumbers(vector, (numbers) => {
    if (imaginary !== 0) return scalePairs(numbers, gaps, beta, imaginary);
    for (let i = 0; i < numbers.length; i++)
      if (!gaps || !isGap(gaps, Math.floor(i / components))) numbers[i] = beta === 0 ? 0 : beta * numbers[i];
  });
}
