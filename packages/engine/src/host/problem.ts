import { isSpmvError } from '@spmv/core';

/** An error in the words of the terminal and of JSON documents. */
export interface ReportedError {
  /** `NAMESPACE.SUBCODE` where the library raised it. */
  readonly code: string | null;
  readonly reason: string;
  readonly fix: string;
}

/** How engines say that something is larger than they can make. */
const OUT_OF_MEMORY =
  /allocation failed|Invalid (?:typed array|array|string|array buffer) length|could not allocate|out of memory/i;

/** What any thrown value means to the user. `mistake` is what to do about an error that nobody has words for. */
export function problemOf(error: unknown, mistake: string): ReportedError {
  if (isSpmvError(error)) return { code: error.code, reason: error.message, fix: error.fix };
  if (error instanceof Error && 'fix' in error && typeof error.fix === 'string')
    return { code: null, reason: error.message, fix: error.fix };
  if (error instanceof RangeError && OUT_OF_MEMORY.test(error.message)) {
    return {
      code: null,
      reason: `Not enough memory, or an array or text would be longer than possible: ${error.message}.`,
      fix: 'Use a smaller matrix or fewer combinations at a time, or a machine with more memory.',
    };
  }
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: null, reason: message, fix: `This looks like a mistake in the program: ${mistake}` };
}
