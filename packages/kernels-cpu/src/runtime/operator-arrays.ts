import type {
  CpuScratch,
  DriverArray,
  DriverRequest,
  ElementType,
  JsProgram,
  NamedArrays,
  TypedArray,
  WasmProgram,
} from '@spmv/core';
import { elementBytes, elementTypeOf, formatBytes, SpmvError } from '@spmv/core';
import { asInHeap } from './heap-element.ts';
import type { SharedHeap } from './shared-heap.ts';
import { HEAP_BYTES } from './shared-heap.ts';
import { viewOf } from './view.ts';
import type { ArrayPlaces } from './call-slots.ts';

/**
 * From this number of bytes on, an array of a kernel that is not in WebAssembly has its own memory, and a smaller one where it would take more than
 * half of what the heap has left: the heap is one WebAssembly memory, ends at 4 GiB, and is needed for the vectors. Kernels in WebAssembly see nothing
 * but the heap, and what is too large for it is refused.
 */
export const OWN_BYTES: number = 2 ** 30;

/** Where one array of an operator is. Plain data: a worker makes its own view from it. */
export interface PlacedArray {
  /** Its own memory, where it is not in the heap. */
  readonly own?: ArrayBufferLike;
  /** In the heap, or in that memory. */
  readonly address: number;
  readonly element: ElementType;
  readonly length: number;
}

/** An array that programs of the processor find in memory. */
export interface HeapArray extends DriverArray {
  readonly placed: PlacedArray;
}

/** The arrays of an operator, in a heap. */
export interface OperatorArrays extends ArrayPlaces<PlacedArray> {
  readonly memory: Readonly<Record<string, PlacedArray>>;
  /** Those of them that are in the heap. */
  readonly addresses: ArrayPlaces;
  readonly bytes: number;
  free(): void;
}

/** The elements of an array where it was placed; `heap` is the heap's memory. */
export function viewPlaced(heap: ArrayBufferLike, { own = heap, element, address, length }: PlacedArray): TypedArray {
  return viewOf(own, element, address, length);
}

/** Memory that threads share, like the heap's and also where a page has no SharedArrayBuffer by name. Errors: `BACKEND.OUT_OF_MEMORY`. */
function allocateOwn(what: string, bytes: number, { memory }: SharedHeap): ArrayBufferLike {
  const Shared = memory.buffer.constructor as new (bytes: number) => ArrayBufferLike;
  try {
    return new Shared(bytes);
  } catch (cause) {
    throw new SpmvError(
      'BACKEND.OUT_OF_MEMORY',
      `Not enough memory for '${what}': ${formatBytes(bytes)}. ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        fix: 'Dispose of operators and vectors that are no longer used, divide the matrix into blocks of rows, or use a machine with more memory.',
        details: { array: what, bytes },
        cause,
      },
    );
  }
}

/** Whether an array of so many bytes has memory of its own, where its kernel may read such. */
export function isForOwnMemory({ room }: Pick<SharedHeap, 'room'>, bytes: number, ownBytes: number): boolean {
  return bytes >= ownBytes || 2 * bytes > room;
}

/** An array in memory of its own, of so many bytes, zeroed. Errors: `BACKEND.OUT_OF_MEMORY`. */
export function placeOwn(
  heap: SharedHeap,
  what: string,
  { element, length, bytes }: { readonly element: ElementType; readonly length: number; readonly bytes: number },
): PlacedArray & { readonly own: ArrayBufferLike } {
  return { own: allocateOwn(what, bytes, heap), element, address: 0, length };
}

/** How arrays are placed. */
export interface ArrayPlacement {
  /** From this number of bytes on, an array of a kernel that is not in WebAssembly has its own memory. Default {@link OWN_BYTES}. */
  readonly ownBytes?: number;
  /** Whether every thread that runs the operator sees all memory of this process, not just what threads share: arrays that are lent are then not copied. Default false. */
  readonly seesAll?: boolean;
  /** Asks for large pages under a memory before it is written. */
  largePages?(memory: ArrayBufferLike, bytes: number): void;
}

/**
 * Copies the matrix, but for arrays that were built in the heap or are lent, and the auxiliary arrays, and makes scratch for so many workers: in the heap, but for large arrays of kernels
 * that are not in WebAssembly, which have memory of their own. Errors: `BACKEND.OUT_OF_MEMORY`, and then nothing stays allocated.
 */
export function placeArrays(
  heap: SharedHeap,
  {
    signature,
    matrix,
    auxiliary,
    program,
    memory = {},
    precision: { precision },
    share = false,
  }: Pick<DriverRequest, 'signature' | 'matrix' | 'auxiliary' | 'program' | 'memory' | 'precision' | 'share'>,
  workers: number,
  { ownBytes = OWN_BYTES, seesAll = false, largePages }: ArrayPlacement = {},
): OperatorArrays {
  const taken: number[] = [];
  let bytes = 0;
  const free = (): void => taken.splice(0).forEach((address) => heap.free(address));
  const mayOwn = (program as JsProgram | WasmProgram).passes.every((pass) => !('modules' in pass));
  largePages?.(heap.memory.buffer, HEAP_BYTES);
  /** Memory of its own, zeroed, for an array that may have it and is too large for the heap. */
  const placeLarge = (what: string, element: ElementType, length: number, needed: number): PlacedArray | undefined => {
    if (!mayOwn || !isForOwnMemory(heap, needed, ownBytes)) return undefined;
    const placed = placeOwn(heap, what, { element, length, bytes: needed });
    largePages?.(placed.own, needed);
    return placed;
  };
  const placeOne = (what: string, given: TypedArray, isLent: boolean): PlacedArray => {
    const array = asInHeap(given, precision);
    const element = elementTypeOf(array) as ElementType;
    bytes += array.byteLength;
    const built = heap.addressOf(array);
    if (built !== undefined) {
      heap.retain(built);
      taken.push(built);
      return { address: built, element, length: array.length };
    }
    if (isLent && array === given)
      return { own: array.buffer, address: array.byteOffset, element, length: array.length };
    const own = placeLarge(what, element, array.length, array.byteLength);
    if (own) {
      viewPlaced(heap.memory.buffer, own).set(array);
      return own;
    }
    const address = heap.copy(what, array, element);
    taken.push(address);
    return { address, element, length: array.length };
  };
  const makeOne = (what: string, element: ElementType, length: number): PlacedArray => {
    const needed = length * elementBytes(element);
    bytes += needed;
    const own = placeLarge(what, element, length, needed);
    if (own) return own;
    const address = heap.allocate(what, element, Math.max(1, length));
    taken.push(address);
    return { address, element, length };
  };
  const place = (kind: string, arrays: NamedArrays, isLent = false): Readonly<Record<string, PlacedArray>> =>
    Object.fromEntries(
      Object.entries(arrays).map(([name, array]) => [name, placeOne(`${kind}.${name}`, array, isLent)]),
    );
  const make = (scratch: Readonly<Record<string, CpuScratch>>): Readonly<Record<string, PlacedArray>> =>
    Object.fromEntries(
      Object.entries(scratch).map(([name, { element, length, perWorker }]) => {
        const all = perWorker === true ? length * workers : length;
        return [name, makeOne(`scratch.${name}`, element, all)];
      }),
    );
  try {
    const there = Object.entries(memory).map(([name, array]) => [name, (array as HeapArray).placed] as const);
    // A matrix that is there already: its arrays have the names that it would bring.
    const ofMatrix = `${signature.matrix}.`;
    const lent = there.filter(([name]) => name.startsWith(ofMatrix));
    const placed = {
      matrix: {
        ...place('matrix', matrix.arrays, share && seesAll && mayOwn),
        ...Object.fromEntries(lent.map(([name, array]) => [name.slice(ofMatrix.length), array])),
      },
      auxiliary: place('auxiliary', auxiliary),
      scratch: make((program as JsProgram | WasmProgram).scratch ?? {}),
      memory: Object.fromEntries(there),
    };
    const addressesOf = (arrays: Readonly<Record<string, PlacedArray>>) =>
      Object.fromEntries(Object.entries(arrays).map(([name, { address }]) => [name, address]));
    return {
      ...placed,
      addresses: {
        matrix: addressesOf(placed.matrix),
        auxiliary: addressesOf(placed.auxiliary),
        scratch: addressesOf(placed.scratch),
        memory: addressesOf(placed.memory),
      },
      bytes,
      free,
    };
  } catch (error) {
    free();
    throw error;
  }
}
