import type { ArraysOf } from '@spmv/core';

export const layout = {
  rowStart: {
    element: 'i32',
    length: 'rows + 1',
    doc: 'Index of the first entry of each row of the triangle; the last element is stored.',
  },
  colIndex: {
    element: 'i32',
    length: 'stored',
    doc: 'Column of each entry, increasing within a row up to the diagonal.',
  },
  values: { element: 'value', length: 'stored', doc: 'Value of each entry.' },
} as const;

/** The arrays of format `symmetric`: its lower triangle as `csr` would store it. */
export type SymmetricArrays = ArraysOf<typeof layout>;
