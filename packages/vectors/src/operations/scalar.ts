import type { Operand, Operation, Params, Vector } from '@spmv/core';
import type { Form } from '@spmv/kernel-kit';
import { FORM_NAMES, FORMS } from '@spmv/kernel-kit';
import { scalarReference } from '../references/scalar-reference.ts';

/** The form that options ask for. */
const formOf = ({ form = 'quotient' }: Params): Form => form as Form;

/** What a form is given: its inputs in their order, s, and its numbers of the host. */
export type ScalarArguments =
  | readonly [a: Vector, b: Vector, s: Vector, delta?: number]
  | readonly [a: Vector, b: Vector, s: Vector, alpha?: number, beta?: number]
  | readonly [a: Vector, s: Vector, delta?: number]
  | readonly [a: Vector, b: Vector, c: Vector, d: Vector, s: Vector, delta?: number];

/**
 * Arithmetic of numbers in the memory of the backend, so that no iteration waits for the host: `quotient` s ← δ(a/b), `product` s ← δab, `sum` s ← αa + βb,
 * `root` s ← δ√a, `ratio` s ← δ(a/c)(b/d), `hypot` s ← √(|a|² + |b|²) without overflow on the way, `copy` s ← a, `conjugate` s ← δā.
 * Of complex numbers the root is that of the real part, since what has a root is the square of a norm, and hypot is real.
 *
 * Inputs are vectors of one element and may be the same; s must be one of its own. δ, α and β are numbers of the host, 1 by default; α = 0 leaves a unread,
 * β = 0 b. Quotients, ratios and roots are safe: where the result is not finite (0/0, x/0, an overflow, the root of a negative number, a NaN) it is 0, so that an iteration that
 * goes on after exact convergence or a breakdown changes nothing more, and the host finds out when it looks next. A device that flushes subnormal numbers may take one for 0.
 * Products, sums, hypot and copy hand on infinities and NaN.
 *
 * Bytes: some numbers; it costs a launch. Judged by γ(3) of the result for copies, up to γ(15) for roots, as WGSL's divisions and roots are; of complex numbers part by part, quotients up to γ(24) and ratios up to γ(44) of the magnitudes that a part is added up of.
 */
export const scalar: Operation<ScalarArguments> = {
  kind: 'operation',
  id: 'scalar',
  title: 'Arithmetic of numbers on the device',
  formula: 's ← δ(a/b), δab, αa + βb, δ√a, δ(a/c)(b/d), √(|a|² + |b|²), a or δā',
  sources: [],
  options: {
    form: {
      values: FORM_NAMES,
      default: 'quotient',
      doc: 'What s is: δ(a/b) (quotient), δab (product), αa + βb (sum), δ√a (root), δ(a/c)(b/d) (ratio), √(|a|² + |b|²) (hypot), a (copy), or δā (conjugate).',
    },
  },
  sizes: {},
  operands: (options) => {
    const { inputs, scalars } = FORMS[formOf(options)];
    return [
      ...inputs.map((name): Operand => ({ role: 'device-scalar', name, access: 'read' })),
      { role: 'device-scalar', name: 's', access: 'write' },
      ...scalars.map((name): Operand => ({ role: 'scalar', name, default: 1 })),
    ];
  },
  trivial: { sizes: [], scalars: [] },
  flops: (_, options) => FORMS[formOf(options)].flops,
  reference: (problem) => scalarReference(formOf(problem.options), problem),
  sharing: { kind: 'repeated' },
  checks: [
    { name: 'alpha=-0.75, beta=2, delta=-1.5', scalars: { alpha: -0.75, beta: 2, delta: -1.5 } },
    { name: 'alpha=0, beta=1, delta=0.5', scalars: { alpha: 0, beta: 1, delta: 0.5 } },
  ],
};
