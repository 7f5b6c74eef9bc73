import { SpmvError } from '@spmv/core';
import type { Bounds } from './division.ts';

/** What a file of bounds says it is. */
export const BOUNDS_SCHEMA = 'spmv.bounds/1';

/**
 * The bounds of parts in a document of JSON: whole numbers `bounds` that begin with 0 and do not decrease, as `spmv reorder --bounds` writes them. `where` is what an error calls it.
 * Errors: `FILE.FORMAT`.
 */
export function boundsOf(document: unknown, where: string): Bounds {
  const { bounds } = (document ?? {}) as { readonly bounds?: unknown };
  const isBound = (value: unknown, p: number, all: readonly unknown[]): boolean =>
    Number.isInteger(value) &&
    (value as number) <= 2 ** 31 - 1 &&
    (p === 0 ? value === 0 : (value as number) >= (all[p - 1] as number));
  if (Array.isArray(bounds) && bounds.length >= 2 && bounds.every(isBound)) return Int32Array.from(bounds as number[]);
  throw new SpmvError('FILE.FORMAT', `${where} holds no bounds of parts.`, {
    fix: 'Make it with spmv reorder A.mtx --parts 4 --bounds parts.json.',
    details: { where },
  });
}
