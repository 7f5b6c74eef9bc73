import { isSpmvError, SpmvError } from '@spmv/core';

/** The same error with the name of the file in front; one of the system as one of that file, where it names none. */
export function named(name: string, error: unknown): unknown {
  if (error instanceof Error && !isSpmvError(error) && 'syscall' in error && !('path' in error))
    return Object.assign(error, { path: name });
  if (!isSpmvError(error)) return error;
  const { code, message, fix, details } = error;
  return new SpmvError(code, `${name}: ${message}`, { fix, details, cause: error });
}
