import type { ScalarForm } from './step.ts';

type Numbers = readonly [a: number, b: number, c: number, d: number];

const FORMS: Readonly<Record<ScalarForm, (numbers: Numbers, alpha: number, beta: number) => number>> = {
  quotient: ([a, b], delta) => delta * (a / b),
  product: ([a, b], delta) => delta * (a * b),
  sum: ([a, b], alpha, beta) => alpha * a + beta * b,
  root: ([a], delta) => delta * Math.sqrt(a),
  ratio: ([a, b, c, d], delta) => delta * ((a / c) * (b / d)),
  hypot: ([a, b]) => Math.hypot(a, b),
  copy: ([a]) => a,
};
const SAFE: ReadonlySet<ScalarForm> = new Set(['quotient', 'ratio', 'root']);

/** A scalar step on numbers of the host. */
export function scalarOf(form: ScalarForm, of: readonly number[], factors: readonly number[]): number {
  const [a = 0, b = 0, c = 0, d = 0] = of;
  const [first = 1, second = 1] = factors;
  const value = FORMS[form]([a, b, c, d], first, second);
  return SAFE.has(form) && !Number.isFinite(value) ? 0 : value;
}
