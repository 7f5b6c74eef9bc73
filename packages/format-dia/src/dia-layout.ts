import type { ArraysOf } from '@spmv/core';

/** Rows that share a number of `filled`. */
export const WORD = 32;

export const layout = {
  offset: { element: 'i32', length: 'diagonals', doc: 'column − row of each diagonal, rising.' },
  filled: {
    element: 'u32',
    length: 'diagonals · words',
    doc: 'Bit i mod 32 of number d·words + ⌊i/32⌋: row i has an entry on diagonal d.',
  },
  values: {
    element: 'value',
    length: 'diagonals · rows',
    doc: 'Value of row i on diagonal d at d·rows + i; 0 where there is no entry.',
  },
} as const;

/** The arrays of format `dia`. */
export type DiaArrays = ArraysOf<typeof layout>;
