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

/** y ← (α·a)·x + (β·b)·y, and sums over y; a and b are 1 where they are left out. What has a factor 0 is not read. */
export interface LinearStep {
  readonly kind: 'linear';
  readonly x: Cell;
  readonly y: Cell;
  readonly a: Cell | undefined;
  readonly b: Cell | undefined;
  readonly alpha: number;
  readonly beta: number;
  readonly sums: Sums;
}

/** x ← x + a·p, then p ← r + b·p. */
export interface AdvanceStep {
  readonly kind: 'advance';
  readonly p: Cell;
  readonly a: Cell;
  readonly x: Cell;
  readonly r: Cell;
  readonly b: Cell;
}

/** r ← r − (a/c)·q, and t ← rᵀr; s ← rᵀ(d∘r) where d and s are given. A quotient that is not finite is 0. */
export interface DescendStep {
  readonly kind: 'descend';
  readonly q: Cell;
  readonly a: Cell;
  readonly c: Cell;
  readonly r: Cell;
  readonly scale: { readonly d: Cell; readonly s: Cell } | undefined;
  readonly t: Cell;
}

/** x ← x + (a/c)·p, then p ← r + (b/a)·p, d∘r in place of r where d is given. A quotient that is not finite is 0. */
export interface ConjugateStep {
  readonly kind: 'conjugate';
  readonly p: Cell;
  readonly a: Cell;
  readonly c: Cell;
  readonly b: Cell;
  readonly x: Cell;
  readonly r: Cell;
  readonly d: Cell | undefined;
}

/** y ← d∘x, element by element; s ← yᵀx where s is given. */
export interface HadamardStep {
  readonly kind: 'hadamard';
  readonly d: Cell;
  readonly x: Cell;
  readonly y: Cell;
  readonly s: Cell | undefined;
}

/** Sums over x. */
export interface DotsStep {
  readonly kind: 'dots';
  readonly x: Cell;
  readonly sums: Sums;
}

/**
 * One number out of others: δ(a/b), δab, αa + βb, δ√a, δ(a/c)(b/d), √(a² + b²), a. Quotients, ratios and roots are safe: a result that is not finite is 0, so
 * that iterations after an exact solution or a breakdown change nothing more.
 */
export type ScalarForm = 'quotient' | 'product' | 'sum' | 'root' | 'ratio' | 'hypot' | 'copy';

/** s ← a form of numbers, with its factors: α and β of a sum, else δ; 1 where they are left out. */
export interface ScalarStep {
  readonly kind: 'scalar';
  readonly form: ScalarForm;
  readonly into: Cell;
  readonly of: readonly Cell[];
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
export type Step =
  | ProductStep
  | LinearStep
  | AdvanceStep
  | DescendStep
  | ConjugateStep
  | HadamardStep
  | DotsStep
  | ScalarStep
  | CallStep;
