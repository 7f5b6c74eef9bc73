import type { Operation, Shape } from '@spmv/core';

/** A vector in the memory of a space; of length 1, a number. Made by its space, and read and written by it alone. */
export interface Cell {
  readonly length: number;
}

/** A linear map of a space, x ↦ Ax: made by the space, and multiplied with by it alone; or a `LinearOperator` over arrays of the host, which spaces in its memory multiply with. */
export interface LinearMap {
  readonly shape: Shape;
  /** Where it is a multiple of another map: products are made of that one. */
  readonly multipleOf?: { readonly map: LinearMap; readonly factor: number };
}

/** Sums over what a step has just computed, y: s ← zᴴy with `dot: [z, s]`, t ← yᴴy with `norm: t`. */
export interface Sums {
  readonly dot?: readonly [z: Cell, s: Cell];
  readonly norm?: Cell;
}

/** y ← αAx + βy, and sums over y. */
export interface ProductStep {
  readonly kind: 'product';
  readonly map: LinearMap;
  readonly x: Cell;
  readonly y: Cell;
  readonly alpha: number;
  readonly beta: number;
  readonly sums: Sums;
}

/** An operation of `@spmv/vectors`: its operands in memory, where a number that is left out is 1, and its numbers of the host. */
export interface VectorStep {
  readonly kind: 'vectors';
  readonly operation: Operation;
  readonly options: Readonly<Record<string, string>>;
  readonly operands: readonly (Cell | undefined)[];
  readonly factors: readonly number[];
}

/** What the inside of a method is made of. Plain data. */
export type Step = ProductStep | VectorStep;
