import type { DenseSource } from '../source/array-source.ts';
import type { OtherMemory } from './other-memory.ts';
import type { Elements, StridedArray } from './strided.ts';

/** Finds numbers in memory of somebody else. A page loads what does so with the first matrix that is there. Errors: `OPERAND.MEMORY`. */
export interface MemoryReader {
  /** The elements of a vector: views of them or, as their own, copies. */
  vector(name: string, given: OtherMemory): { readonly elements: Elements; readonly isOwn: boolean };
  /** Copies of all elements of an array of m × n. */
  matrix(array: StridedArray): DenseSource;
}
