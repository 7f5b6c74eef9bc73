import type { Operation } from '@spmv/core';

/** A vector in the memory of a space; of length 1, a number. Made by its space, and read and written by it alone. */
export interface Cell {
  readonly length: number;
}

/** A linear map of a space, x ↦ Ax: made by the space, and multiplied with by it alone. */
export interface LinearMap {
  readonly rows: number;
  readonly cols: number;
  /** Where it is a multiple of another map: products are made of that one. */
  readonly multipleOf?: { readonly map: LinearMap; readonly factor: number };
}

/** Sums over what a step has just computed, y: s ← yᵀz with `dot: [z, s]`, t ← yᵀy with `norm: t`. */
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

/** y ← f(x), by a function of the host that writes every element of y. It may give a promise. */
export interface CallStep {
  readonly kind: 'call';
  readonly x: Cell;
  readonly y: Cell;
  readonly call: HostFunction;
}

/** Reads x and writes every element of y. */
export type HostFunction = (x: Float64Array | Float32Array, y: Float64Array | Float32Array) => void | Promise<void>;

/** What the inside of a method is made of. Plain data. */
export type Step = ProductStep | VectorStep | CallStep;
