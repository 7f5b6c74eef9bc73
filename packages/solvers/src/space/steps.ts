import type { Operation } from '@spmv/core';
import type { Form } from '@spmv/vectors';
import * as vectors from '@spmv/vectors';
import type { Cell, LinearMap, Step, Sums, VectorStep } from './step.ts';

/** Factors of a step. */
interface Factors {
  readonly alpha?: number;
  readonly beta?: number;
}

/** A step by an operation of `@spmv/vectors`. */
function step(
  operation: object,
  options: VectorStep['options'],
  operands: VectorStep['operands'],
  ...factors: readonly number[]
): VectorStep {
  return { kind: 'vectors', operation: operation as Operation, options, operands, factors };
}

function endingOf({ dot, norm }: Sums): string {
  if (dot) return norm ? 'dot-norm' : 'dot';
  return norm ? 'norm' : 'none';
}

/** The cells of sums, in the order of operands. */
export const cellsOf = ({ dot, norm }: Sums): readonly Cell[] => [...(dot ?? []), ...(norm ? [norm] : [])];

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
): VectorStep {
  return step(vectors.linear, { ending: endingOf(sums) }, [x, a, y, b, ...cellsOf(sums)], alpha, beta);
}

/** y ← x. */
export function copy(x: Cell, y: Cell): Step {
  return linear(x, y, { beta: 0 });
}

/** x ← x + a·p, then p ← r + b·p. */
export function advance(p: Cell, a: Cell, x: Cell, r: Cell, b: Cell): Step {
  return step(vectors.advance, {}, [p, a, x, r, b]);
}

/** r ← r − (a/c)·q, and t ← rᵀr, with `scale` s ← rᵀ(d∘r). */
export function descend(
  q: Cell,
  [a, c]: readonly [a: Cell, c: Cell],
  r: Cell,
  t: Cell,
  scale?: { readonly d: Cell; readonly s: Cell },
): Step {
  const residual = scale ? 'scaled' : 'plain';
  return step(vectors.descend, { residual }, [q, a, c, r, ...(scale ? [scale.d, scale.s] : []), t]);
}

/** x ← x + (a/c)·p, then p ← r + (b/a)·p, or d∘r + (b/a)·p. */
export function conjugate(p: Cell, [a, c, b]: readonly [a: Cell, c: Cell, b: Cell], x: Cell, r: Cell, d?: Cell): Step {
  return step(vectors.conjugate, { residual: d ? 'scaled' : 'plain' }, [p, a, c, b, x, r, ...(d ? [d] : [])]);
}

/** y ← d∘x, and s ← yᵀx. */
export function hadamard(d: Cell, x: Cell, y: Cell, s?: Cell): Step {
  return step(vectors.hadamard, { ending: s ? 'dot' : 'none' }, [d, x, y, ...(s ? [s] : [])]);
}

/** Sums over x. */
export function dots(x: Cell, sums: Sums): VectorStep {
  return step(vectors.dots, { ending: endingOf(sums) }, [x, ...cellsOf(sums)]);
}

/** s ← a form of numbers, with factors of the host: α and β of a sum, else δ. */
export function scalar(form: Form, into: Cell, of: readonly Cell[], ...factors: readonly number[]): Step {
  return step(vectors.scalar, { form }, [...of, into], ...factors);
}
