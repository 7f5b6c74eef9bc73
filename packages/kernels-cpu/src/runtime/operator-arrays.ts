import type { CpuScratch, DriverRequest, ElementType, JsProgram, NamedArrays, WasmProgram } from '@spmv/core';
import { elementBytes, elementTypeOf } from '@spmv/core';
import type { SharedHeap } from './shared-heap.ts';
import type { OperatorAddresses } from './wasm-slots.ts';

/** Where one array of an operator lies. Plain data: a worker makes its own view from it. */
export interface PlacedArray {
  readonly address: number;
  readonly element: ElementType;
  readonly length: number;
}

/** The arrays of an operator, copied into a heap. */
export interface OperatorArrays {
  readonly addresses: OperatorAddresses;
  readonly matrix: Readonly<Record<string, PlacedArray>>;
  readonly auxiliary: Readonly<Record<string, PlacedArray>>;
  readonly scratch: Readonly<Record<string, PlacedArray>>;
  readonly bytes: number;
  free(): void;
}

/** Copies the matrix and the auxiliary arrays into the heap, and makes scratch for so many workers. Errors: `BACKEND.OUT_OF_MEMORY`, and then nothing stays allocated. */
export function placeArrays(
  heap: SharedHeap,
  { matrix, auxiliary, program }: Pick<DriverRequest, 'matrix' | 'auxiliary' | 'program'>,
  workers: number,
): OperatorArrays {
  const taken: number[] = [];
  let bytes = 0;
  const free = (): void => taken.splice(0).forEach((address) => heap.free(address));
  const place = (kind: string, arrays: NamedArrays): Readonly<Record<string, PlacedArray>> =>
    Object.fromEntries(
      Object.entries(arrays).map(([name, array]) => {
        const element = elementTypeOf(array) as ElementType;
        const address = heap.copy(`${kind}.${name}`, array, element);
        taken.push(address);
        bytes += array.byteLength;
        return [name, { address, element, length: array.length }];
      }),
    );
  const make = (scratch: Readonly<Record<string, CpuScratch>>): Readonly<Record<string, PlacedArray>> =>
    Object.fromEntries(
      Object.entries(scratch).map(([name, { element, length, perWorker }]) => {
        const all = perWorker === true ? length * workers : length;
        const address = heap.allocate(`scratch.${name}`, element, Math.max(1, all));
        taken.push(address);
        bytes += all * elementBytes(element);
        return [name, { address, element, length: all }];
      }),
    );
  try {
    const placed = {
      matrix: place('matrix', matrix.arrays),
      auxiliary: place('auxiliary', auxiliary),
      scratch: make((program as JsProgram | WasmProgram).scratch ?? {}),
    };
    const addressesOf = (arrays: Readonly<Record<string, PlacedArray>>) =>
      Object.fromEntries(Object.entries(arrays).map(([name, { address }]) => [name, address]));
    return {
      ...placed,
      addresses: {
        matrix: addressesOf(placed.matrix),
        auxiliary: addressesOf(placed.auxiliary),
        scratch: addressesOf(placed.scratch),
      },
      bytes,
      free,
    };
  } catch (error) {
    free();
    throw error;
  }
}
