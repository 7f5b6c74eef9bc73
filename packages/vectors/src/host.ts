import type { JsArguments, JsFunction, Operation, Params, ValueArray } from '@spmv/core';
import { FORM_NAMES } from '@spmv/kernel-kit';
import { number } from './js/number.ts';
import * as pairs from './js/pairs.generated.ts';
import * as passes from './js/pass.ts';

type Functions = Readonly<Record<string, JsFunction>>;

/** By the components of a number. */
const FUNCTIONS = { 1: { ...passes, number }, 2: pairs } as unknown as Readonly<Record<1 | 2, Functions>>;

/**
 * Computes an operation of this package but `gather` on arrays, without a backend and in one block; with two components of complex numbers, of which vectors and numbers in memory are pairs. `given` are its
 * operands in their order; numbers of the host are real, and 1 where they are left out.
 */
export function computeOnHost(
  operation: Operation,
  options: Params,
  given: readonly (ValueArray | number)[],
  components: 1 | 2 = 1,
): void {
  const operands = operation.operands(options).map(({ name }, k) => [name, given[k] ?? 1] as const);
  const { s, t, ...named }: Readonly<Record<string, ValueArray | number>> = Object.fromEntries(operands);
  const n = (given[0] as ValueArray).length / components;
  const numbers = {
    blockSize: n,
    form: FORM_NAMES.findIndex((form) => form === options['form']),
    unconjugated: Number(options['ending'] === 'dotu'),
  };
  const scratch = { sums: new Float64Array(2 * components) };
  const imaginary = { alphaImaginary: 0, betaImaginary: 0, deltaImaginary: 0 };
  const args = { ...imaginary, ...named, s, t, numbers, sizes: { n }, scratch, begin: 0, end: 1 };
  const pass = FUNCTIONS[components][operation.id];
  if (!pass) return FUNCTIONS[components]['number']?.(args as unknown as JsArguments);
  pass(args as unknown as JsArguments);
  for (const [k, sum] of [s, t].entries())
    if (typeof sum === 'object') sum.set(scratch.sums.subarray(k * components, (k + 1) * components));
}
