import type { Shape } from '../data/coo.ts';
import type { Vector } from '../backend/vector.ts';

/** A linear map of `cols` to `rows` numbers: an {@link Operator} of SpMV over vectors of a backend, or functions over arrays of the host. */
export interface LinearOperator<V = Vector> {
  readonly shape: Shape;
  /** y ← αAx + βy, α = 1 and β = 0 where they are left out. Reads x, and y unless β = 0; writes every element of y. It may give a promise. */
  apply(x: V, y: V, alpha?: number, beta?: number): void | Promise<void>;
}
