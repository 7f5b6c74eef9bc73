import type { JsArguments, JsFunction, Operation, Params, ValueArray } from '@spmv/core';
import { FORM_NAMES } from '@spmv/kernel-kit';
import { number } from './js/number.ts';
import * as passes from './js/pass.ts';

/** Computes an operation of this package but `gather` on arrays, without a backend and in one block. `given` are its operands in their order; numbers of the host that are left out are 1. */
export function computeOnHost(operation: Operation, options: Params, given: readonly (ValueArray | number)[]): void {
  const operands = operation.operands(options).map(({ name }, k) => [name, given[k] ?? 1] as const);
  const { s, t, ...named }: Readonly<Record<string, ValueArray | number>> = Object.fromEntries(operands);
  const n = (given[0] as ValueArray).length;
  const numbers = { blockSize: n, form: FORM_NAMES.findIndex((form) => form === options['form']) };
  const scratch = { sums: new Float64Array(2) };
  const args = { ...named, s, t, numbers, sizes: { n }, scratch, begin: 0, end: 1 } as unknown as JsArguments;
  const pass = (passes as unknown as Readonly<Record<string, JsFunction>>)[operation.id];
  if (!pass) return number(args);
  pass(args);
  for (const [k, sum] of [s, t].entries()) if (typeof sum === 'object') sum[0] = scratch.sums[k];
}
