import { isSpmvError, SpmvError } from '@spmv/core';

/** The same error with the name of the file in front. */
export function named(name: string, error: unknown): unknown {
  if (!isSpmvError(error)) return error;
  const { code, message, fix, details } = error;
  return new SpmvError(code, `${name}: ${message}`, { fix, details, cause: error });
}
