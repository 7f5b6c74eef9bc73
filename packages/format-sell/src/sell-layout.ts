import type { ArraysOf } from '@spmv/core';

export const layout = {
  sliceStart: { element: 'i32', length: 'slices + 1', doc: 'First slot of each slice; the last element is slots.' },
  rowOrder: {
    element: 'i32',
    length: 'rows, or 0 when sigma = 1',
    doc: 'Row of A stored at each place, windows sorted by falling length; empty when the order is that of A.',
  },
  colIndex: {
    element: 'i32',
    length: 'slots',
    doc: 'Column of each entry, increasing along a row; −1 where padding.',
  },
  values: { element: 'value', length: 'slots', doc: 'Value of each entry; 0 where padding.' },
} as const;

/** The arrays of format `sell`. */
export type SellArrays = ArraysOf<typeof layout>;
