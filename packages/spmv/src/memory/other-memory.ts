import type { DenseSource } from '../source/array-source.ts';
import type { ArrowColumn } from './arrow-column.ts';
import type { Elements, StridedArray } from './strided.ts';

/** Numbers in memory of somebody else: no array of JavaScript, but what describes one. */
export type OtherMemory = StridedArray | ArrowColumn;

/** Whether numbers have to be found in it first. */
export function isOtherMemory(value: unknown): value is OtherMemory {
  return typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && 'data' in value;
}

export function isStrided(value: unknown): value is StridedArray {
  return isOtherMemory(value) && !Array.isArray(value.data);
}

/** Finds numbers in memory of somebody else. A page loads what does so with the first matrix that is there. Errors: `OPERAND.MEMORY`. */
export interface MemoryReader {
  /** The elements of a vector: views of them or, as their own, copies. */
  vector(name: string, given: OtherMemory): { readonly elements: Elements; readonly isOwn: boolean };
  /** Copies of all elements of an array of m × n. */
  matrix(array: StridedArray): DenseSource;
}
