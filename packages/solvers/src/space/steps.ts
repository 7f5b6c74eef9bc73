import type { Cell, HostFunction, LinearMap, ScalarForm, Step, Sums } from './step.ts';

/** Factors of a step. */
interface Factors {
  readonly alpha?: number;
  readonly beta?: number;
}

/** y ← αAx + βy, α = 1 and β = 0 where they are left out; then the sums over y. */
export function product(
  given: LinearMap,
  x: Cell,
  y: Cell,
  { alpha = 1, beta = 0, ...sums }: Factors & Sums = {},
): Step {
  const { map, factor } = given.multipleOf ?? { map: given, factor: 1 };
  return { kind: 'product', map, x, y, alpha: alpha * factor, beta, sums };
}

/** y ← (α·a)·x + (β·b)·y, all four 1 where they are left out; then the sums over y. */
export function linear(
  x: Cell,
  y: Cell,
  { a, b, alpha = 1, beta = 1, ...sums }: Factors & Sums & { readonly a?: Cell; readonly b?: Cell } = {},
): Step {
  return { kind: 'linear', x, y, a, b, alpha, beta, sums };
}

/** y ← x. */
export function copy(x: Cell, y: Cell): Step {
  return linear(x, y, { beta: 0 });
}

/** x ← x + a·p, then p ← r + b·p. */
export function advance(p: Cell, a: Cell, x: Cell, r: Cell, b: Cell): Step {
  return { kind: 'advance', p, a, x, r, b };
}

/** r ← r − (a/c)·q, and t ← rᵀr, with `scale` s ← rᵀ(d∘r). */
export function descend(
  q: Cell,
  [a, c]: readonly [a: Cell, c: Cell],
  r: Cell,
  t: Cell,
  scale?: { readonly d: Cell; readonly s: Cell },
): Step {
  return { kind: 'descend', q, a, c, r, scale, t };
}

/** x ← x + (a/c)·p, then p ← r + (b/a)·p, or d∘r + (b/a)·p. */
export function conjugate(p: Cell, [a, c, b]: readonly [a: Cell, c: Cell, b: Cell], x: Cell, r: Cell, d?: Cell): Step {
  return { kind: 'conjugate', p, a, c, b, x, r, d };
}

/** y ← d∘x, and s ← yᵀx. */
export function hadamard(d: Cell, x: Cell, y: Cell, s?: Cell): Step {
  return { kind: 'hadamard', d, x, y, s };
}

/** Sums over x. */
export function dots(x: Cell, sums: Sums): Step {
  return { kind: 'dots', x, sums };
}

/** s ← a form of numbers, with factors of the host: α and β of a sum, else δ. */
export function scalar(form: ScalarForm, into: Cell, of: readonly Cell[], ...factors: readonly number[]): Step {
  return { kind: 'scalar', form, into, of, factors };
}

/** y ← f(x), by the host. */
export function call(x: Cell, y: Cell, f: HostFunction): Step {
  return { kind: 'call', x, y, call: f };
}
