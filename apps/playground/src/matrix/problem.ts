import { isSpmvError } from '@spmv/core';
import { MatrixError } from './matrix-error.ts';
import type { MatrixProblem } from './protocol.ts';

/** An error in words for the page. What took a worker away is no fault of the file that was read by it. Memory that the engine refuses comes as a RangeError. */
export function problemOf(error: unknown): MatrixProblem {
  const cause = isSpmvError(error) ? error.cause : error;
  if (cause instanceof MatrixError) return cause.problem;
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
