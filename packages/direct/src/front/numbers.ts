import { shown, SpmvError } from '@spmv/core';

/** A copy of finite numbers. Errors: `OPERAND.TYPE` for holes, texts and what else is no number; `SOLVER.NOT_FINITE`. */
export function finiteNumbers(name: string, given: ArrayLike<unknown>): Float64Array {
  const numbers = new Float64Array(given.length);
  for (let i = 0; i < numbers.length; i++) {
    const value = given[i];
    if (typeof value !== 'number')
      throw new SpmvError('OPERAND.TYPE', `${name}[${i}] is ${shown(value)}, and numbers are needed.`, {
        fix: `Give ${name} as an array of numbers: Float64Array, Float32Array or number[].`,
        details: { name, at: i },
      });
    if (!Number.isFinite(value))
      throw new SpmvError('SOLVER.NOT_FINITE', `${name}[${i}] is ${value}.`, {
        fix: 'Give finite numbers.',
        details: { name, at: i, value },
      });
    numbers[i] = value;
  }
  return numbers;
}
