import { isInProportion } from '@spmv/core';
import { fileError } from '../errors/file-error.ts';

/** Elements of a dense file for each entry: a caller that asks for one knows that it is mostly zeros. */
export const DENSE_FOR_EACH = 4096;

/** Refuses to write what a shape asks for out of proportion to the entries, before anything of it is made. Errors: `FILE.WRITE`. */
export function requireProportion(
  elements: number,
  entries: number,
  { what, fix, forEach }: { readonly what: string; readonly fix: string; readonly forEach?: number },
): void {
  if (isInProportion(elements, entries, forEach)) return;
  throw fileError('FILE.WRITE', {
    what: `${what} of this matrix are ${elements}, for ${entries} ${entries === 1 ? 'entry' : 'entries'}`,
    fix,
    details: { elements, entries },
  });
}
