import { isSpmvError } from '@spmv/core';
import type { MatrixProblem } from './protocol.ts';

/** An error in words for the page. Memory that the engine refuses comes as a RangeError. */
export function problemOf(error: unknown): MatrixProblem {
  if (isSpmvError(error)) return { code: error.code, message: error.message, fix: error.fix };
  if (error instanceof RangeError)
    return {
      code: 'PAGE.MEMORY',
      message: `This browser does not give one page that much memory (${error.message}).`,
      fix: 'Use a smaller matrix, or the command, which has the memory of the machine.',
    };
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'PAGE.UNEXPECTED', message, fix: 'Reload the page; if it happens again, report it with the file.' };
}
