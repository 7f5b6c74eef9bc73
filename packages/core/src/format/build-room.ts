import type { ElementType, TypedArray } from '../data/element.ts';

/** Memory of a backend in which a matrix is built where products read it: `prepare` copies none of it. */
export interface BuildRoom {
  /** An array of zeros, a part of a larger memory that begins at a multiple of 8 bytes, whatever its elements; `what` names it in errors. Errors: `BACKEND.OUT_OF_MEMORY`. */
  allocate(what: string, element: ElementType, length: number): TypedArray;
  /** Gives its arrays back: those that operators were prepared of when the last of these is disposed of, all others now. */
  release(): void;
}
