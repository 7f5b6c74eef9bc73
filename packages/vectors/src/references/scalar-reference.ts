import type { Precision, Problem } from '@spmv/core';
import type { DoubleDouble, Reference } from '@spmv/core/oracle';
import { roundTo } from '@spmv/core';
import { emptyReference, FLUSH_UNIT, scaleDoubleDouble, twoProduct } from '@spmv/core/oracle';
import type { Form } from '@spmv/kernel-kit';
import { FORMS, hasPairs } from '@spmv/kernel-kit';
import { coefficientOf, combination } from './combination.ts';
import { pairScalarReference } from './pair-scalar-reference.ts';
import { hypot, quotient, root, safe, times } from './quotient.ts';

/**
 * Roundings of each form, less the three that the bound adds. WGSL computes a quotient within 2.5 units in the last place, 5 roundings, and a root as 1 over
 * a reciprocal root within 2 units: 9.
 */
const TERMS: Readonly<Record<Form, number>> = {
  quotient: 5,
  product: 0,
  sum: 2,
  root: 10,
  ratio: 10,
  hypot: 12,
  copy: 0,
  conjugate: 0,
};

function valueOf(form: Form, inputs: readonly number[], delta: number, precision: Precision): DoubleDouble {
  const [a = 0, b = 0, c = 0, d = 0] = inputs;
  switch (form) {
    case 'quotient':
      return safe(precision, scaleDoubleDouble(quotient(a, b), delta));
    case 'product':
      return scaleDoubleDouble(twoProduct(a, b), delta);
    case 'root':
      return safe(precision, scaleDoubleDouble(root({ high: a, low: 0 }), delta));
    case 'ratio':
      return safe(precision, scaleDoubleDouble(times(quotient(a, c), quotient(b, d)), delta));
    case 'hypot':
      return hypot([a, b]);
    case 'conjugate':
      return twoProduct(delta, a);
    default:
      return { high: a, low: 0 };
  }
}

/** What a flushed subnormal on the way to s costs at most: it may be divided by the smallest divisor. */
function flushOf(form: Form, [, b = 1, c = 1, d = 1]: readonly number[], delta: number): number {
  const divisor = form === 'quotient' ? Math.abs(b) : form === 'ratio' ? Math.abs(c * d) : 1;
  const flush = (1 + Math.abs(delta)) * (1 + 1 / divisor) * FLUSH_UNIT;
  return Number.isFinite(flush) ? flush : FLUSH_UNIT;
}

/** s. */
export function scalarReference(form: Form, problem: Problem): Readonly<Record<string, Reference>> {
  const { buffers, scalars, precision } = problem;
  if (hasPairs(precision)) return { s: pairScalarReference(form, problem) };
  const inputs = FORMS[form].inputs.map((name) => roundTo(precision, buffers[name]?.[0] ?? Number.NaN));
  if (form === 'sum') {
    const terms = [scalars['alpha'] ?? 1, scalars['beta'] ?? 1].flatMap((factor, k) => {
      const words = coefficientOf(precision, factor, 1);
      return words ? [{ factor: words, of: Float64Array.of(inputs[k]) }] : [];
    });
    return { s: combination(precision, 1, terms) };
  }
  const delta = roundTo(precision, scalars['delta'] ?? 1);
  const { high, low } = valueOf(form, inputs, delta, precision);
  const s = emptyReference(precision, 1);
  s.high[0] = high;
  s.low[0] = low;
  s.magnitude[0] = Number.isFinite(high) ? Math.abs(high) : 0;
  s.partial[0] = s.magnitude[0];
  s.terms[0] = TERMS[form];
  s.flush[0] = flushOf(form, inputs, delta);
  return { s };
}
