import type { ErrorCode, SpmvError } from './spmv-error.ts';
import { isSpmvError } from './spmv-error.ts';

/** The codes by which a format, kernel or backend says no to a matrix, a point or a device. The only list of them. */
const REFUSALS: ReadonlySet<ErrorCode> = new Set([
  'PARAM.REJECTED',
  'FORMAT.REFUSED',
  'FORMAT.OUT_OF_MEMORY',
  'KERNEL.REFUSED',
  'KERNEL.MISSING_CAPABILITY',
  'KERNEL.PRECISION_UNSUPPORTED',
  'BACKEND.LIMIT',
  'BACKEND.OUT_OF_MEMORY',
]);

/**
 * Whether `error` is a refusal. A refusal is an answer, a failure is a fault. What is refused is possible elsewhere, for
 * another matrix, or with other parameters. A name or value that no space has (`PARAM.UNKNOWN`, `PARAM.OUT_OF_RANGE`) and a kernel of
 * another format or target are mistakes of the caller; a backend that is not there is *unavailable*.
 */
export function isRefusal(error: unknown): error is SpmvError {
  return isSpmvError(error) && REFUSALS.has(error.code);
}
