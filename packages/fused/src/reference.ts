import type { Precision, Problem, ValueArray } from '@spmv/core';
import type { Reference } from '@spmv/core/oracle';
import { roundTo } from '@spmv/core';
import { spmvReference, sumReference, updateReference } from '@spmv/core/oracle';
import { endingOf } from './endings.ts';

function rounded(precision: Precision, values: ValueArray): Float64Array {
  if (precision === 'f64' && values instanceof Float64Array) return values;
  return Float64Array.from(values, (value) => roundTo(precision, value));
}

/** y as SpMV has it, and what the ending makes of it: sums in double-double over the reference of y, or the new w. */
export function fusedReference(problem: Problem): Readonly<Record<string, Reference>> {
  const { matrix, options, buffers, scalars, precision, stored } = problem;
  const { x, y: before, z, gamma, w } = buffers;
  const { alpha = 1, beta = 0, delta = 1 } = scalars;
  if (!matrix || !x || !before) throw new RangeError('a fused product needs A, x and y');
  const y = spmvReference({ coo: matrix, x, y: before, alpha, beta }, precision, stored);
  const ending = endingOf(options);
  if (ending === 'axpy') {
    if (!gamma || !w) throw new RangeError('the update of w needs gamma and w');
    const scalarsOf = { gamma: roundTo(precision, gamma[0]), delta: roundTo(precision, delta) };
    return { y, w: updateReference(y, { ...scalarsOf, w: rounded(precision, w) }) };
  }
  if (ending !== 'norm' && !z) throw new RangeError('the product yᵀz needs z');
  return {
    y,
    ...(ending === 'norm' || !z ? {} : { s: sumReference(y, rounded(precision, z)) }),
    ...(ending === 'dot' ? {} : { t: sumReference(y) }),
  };
}
