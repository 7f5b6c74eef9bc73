import type { Problem } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { emptyReference, FLUSH_UNIT } from '@spmv/core/oracle';
import type { Form } from '@spmv/kernel-kit';
import { FORMS } from '@spmv/kernel-kit';
import { combination, finiteSize } from './combination.ts';
import { hostPair, pairAt, pairFactor, QUOTIENT_ROUNDINGS, termsOf } from './pair-factors.ts';
import type { Pair, SizedPair } from './pair-numbers.ts';
import { exactPair, pairProduct, pairQuotient, safePair, scaledPair } from './pair-numbers.ts';
import { hypot, root } from './quotient.ts';

/** Roundings of each form, less the three that the bound adds. δ has two. */
const TERMS: Readonly<Record<Form, number>> = {
  quotient: QUOTIENT_ROUNDINGS + 2,
  product: 1,
  sum: 4,
  root: 10,
  ratio: 2 * QUOTIENT_ROUNDINGS + 3,
  hypot: 20,
  copy: 0,
  conjugate: 0,
};

/** A real number. */
const real = (of: SizedPair['parts'][0]): SizedPair => ({
  parts: [of, { high: 0, low: 0 }],
  sizes: [Math.abs(of.high), 0],
});

function valueOf(form: Form, inputs: readonly Pair[], delta: Pair, { precision }: Problem): SizedPair {
  const [a = [0, 0], b = [0, 0], c = [0, 0], d = [0, 0]] = inputs;
  switch (form) {
    case 'quotient':
      return safePair(precision, scaledPair(delta, pairQuotient(a, b)));
    case 'product':
      return scaledPair(delta, pairProduct(exactPair(a), exactPair(b)));
    case 'root':
      return safePair(precision, scaledPair(delta, real(root({ high: a[0], low: 0 }))));
    case 'ratio':
      return safePair(precision, scaledPair(delta, pairProduct(pairQuotient(a, c), pairQuotient(b, d))));
    case 'hypot':
      return real(hypot([...a, ...b]));
    case 'conjugate':
      return scaledPair(delta, exactPair([a[0], -a[1]]));
    default:
      return exactPair(a);
  }
}

/** What a flushed subnormal on the way to s costs at most: it may be divided by the smallest divisor. */
function flushOf(form: Form, [a, b, c, d]: readonly Pair[], delta: Pair): number {
  const sizeOf = (pair: Pair | undefined): number => (pair ? Math.max(...pair.map(finiteSize)) : 1);
  const divisor = form === 'quotient' ? sizeOf(b) : form === 'ratio' ? sizeOf(c) * sizeOf(d) : 1;
  const above = 1 + sizeOf(a) + (form === 'ratio' || form === 'product' ? sizeOf(b) : 0);
  const flush = 4 * above * (1 + sizeOf(delta)) * (1 + 1 / divisor) * FLUSH_UNIT;
  return Number.isFinite(flush) ? flush : FLUSH_UNIT;
}

/** s of a form of complex numbers, judged part by part. */
export function pairScalarReference(form: Form, problem: Problem): Reference {
  const { buffers, precision } = problem;
  const inputs = FORMS[form].inputs.map((name) => pairAt(precision, buffers[name] ?? [Number.NaN, Number.NaN]));
  if (form === 'sum') {
    const terms = (['alpha', 'beta'] as const).flatMap((name, k) =>
      termsOf(pairFactor(hostPair(problem, name), [1, 0]), Float64Array.from(inputs[k])),
    );
    return combination(precision, 2, terms);
  }
  const delta = hostPair(problem, 'delta');
  const { parts, sizes } = valueOf(form, inputs, delta, problem);
  const s = emptyReference(precision, 2);
  for (const [part, { high, low }] of parts.entries()) {
    // What overflows on the way to a part of finite numbers may be anything.
    const isLost = !(sizes[part] < Infinity) && inputs.flat().every(Number.isFinite);
    s.high[part] = isLost ? 0 : high;
    s.low[part] = isLost || !Number.isFinite(high) ? 0 : low;
    s.magnitude[part] = isLost ? Infinity : finiteSize(sizes[part]);
    s.partial[part] = s.magnitude[part];
    s.terms[part] = TERMS[form];
    s.flush[part] = flushOf(form, inputs, delta);
  }
  return s;
}
