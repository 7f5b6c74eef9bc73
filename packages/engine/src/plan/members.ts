import type { CaseId } from './case.ts';

/** Whose results are compared: those of backends, each by all of its kernels, or those of every kernel. */
export type Between = 'backends' | 'kernels';

/** Of whom a result is. */
export function memberOf({ backend, kernel }: Pick<CaseId, 'backend' | 'kernel'>, between: Between): string {
  return between === 'kernels' ? `${kernel} on ${backend}` : backend;
}
