import type { ReadOptions } from '@spmv/mmio';

/** How files are read: what the flags of a command say. */
export interface Reading {
  /** For the matrix alone, not for vectors beside it. */
  readonly matrix: { readonly member?: string; readonly duplicates?: 'sum' | 'reject' };
  /** For every file. */
  readonly any: Pick<ReadOptions, 'indexBase' | 'patternValues' | 'assumeBanner' | 'limits'>;
  readonly inexactIntegers?: 'refuse' | 'round';
}
