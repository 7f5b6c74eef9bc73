import type { ReadOptions } from '@spmv/mmio';
import { usageError } from '../cli-error.ts';

/** How files are read: what the flags of a command say. */
export interface CommandReading {
  /** For the matrix alone, not for vectors beside it. */
  readonly matrix: { readonly member?: string; readonly duplicates?: 'sum' | 'reject' };
  /** For every file. */
  readonly any: Pick<ReadOptions, 'indexBase' | 'patternValues' | 'assumeBanner' | 'limits'>;
  readonly inexactIntegers?: 'refuse' | 'round';
}

/** What a matrix comes from. */
export type ReadFrom = 'generator' | 'other type' | 'packed other type';

/** Refuses flags that mean nothing for a matrix that is not Matrix Market. Errors: usage. */
export function refuseIdle(name: string, from: ReadFrom, { matrix, any, inexactIntegers }: CommandReading): void {
  const { lineBytes, bytes, entries } = any.limits ?? {};
  const text = {
    '--index-base': any.indexBase,
    '--pattern-values': any.patternValues,
    '--assume-banner': any.assumeBanner,
    '--max-line-bytes': lineBytes,
  };
  const files = {
    '--duplicates': matrix.duplicates,
    '--inexact-integers': inexactIntegers,
    '--max-text-bytes': bytes,
    '--max-entries': entries,
  };
  const idle = {
    ...text,
    ...(from === 'packed other type' ? {} : { '--member': matrix.member }),
    ...(from === 'generator' ? files : {}),
  };
  const given = Object.entries(idle).find(([, value]) => value !== undefined)?.[0];
  if (given === undefined) return;
  const what = from === 'generator' ? 'a generated matrix' : 'a file of this type';
  throw usageError(`${name}: ${given} means nothing for ${what}.`, `Leave ${given} out.`);
}
