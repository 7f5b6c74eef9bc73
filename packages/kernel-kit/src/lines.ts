import type { Params } from '@spmv/core';

/**
 * A matrix stored line after line in arrays that differ in their names alone: `csr` by rows, `csc` by columns. A kernel that adds up lines, or spreads
 * them over what is across, serves both: what one computes is the transposed product of the other.
 */
export interface Lines {
  readonly format: 'csr' | 'csc';
  /** Names of the arrays: where each line begins, and where its entries are across. */
  readonly starts: 'rowStart' | 'colStart';
  readonly indices: 'colIndex' | 'rowIndex';
  readonly line: 'rows' | 'cols';
  readonly across: 'rows' | 'cols';
  /** Options of the product in which every line adds up to an element of y, and of that in which it adds to many. */
  readonly along: Params;
  readonly spread: Params;
}

/** `csr`. */
export const ROWS: Lines = {
  format: 'csr',
  starts: 'rowStart',
  indices: 'colIndex',
  line: 'rows',
  across: 'cols',
  along: { transpose: false },
  spread: { transpose: true },
};

/** `csc`. */
export const COLUMNS: Lines = {
  format: 'csc',
  starts: 'colStart',
  indices: 'rowIndex',
  line: 'cols',
  across: 'rows',
  along: { transpose: true },
  spread: { transpose: false },
};
