import { INDEX_LIMIT, SpmvError } from '@spmv/core';

function outOfRange(owner: string, name: string, value: number, wanted: string): SpmvError {
  return new SpmvError('PARAM.OUT_OF_RANGE', `Generator '${owner}': ${name} = ${value} is not possible.`, {
    fix: `Use ${wanted}.`,
    details: { owner, name, value },
  });
}

/** `value` when it is an integer in min..max. Errors: `PARAM.OUT_OF_RANGE`. */
export function checkInteger(owner: string, name: string, value: number, min = 0, max: number = INDEX_LIMIT): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw outOfRange(owner, name, value, `an integer in ${min}..${max}`);
}

/** `value` when it is a number in min..max. Errors: `PARAM.OUT_OF_RANGE`. */
export function checkNumber(owner: string, name: string, value: number, min: number, max: number): number {
  if (value >= min && value <= max) return value;
  throw outOfRange(owner, name, value, `a number in ${min}..${max}`);
}
