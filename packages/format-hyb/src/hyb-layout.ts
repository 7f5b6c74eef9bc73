import type { ArraysOf } from '@spmv/core';

export const layout = {
  ellColIndex: {
    element: 'i32',
    length: 'stride · width, or rows · stride when order = row',
    doc: 'Column of each entry of the ELLPACK part, increasing along a row; −1 where padding.',
  },
  ellValues: {
    element: 'value',
    length: 'stride · width, or rows · stride when order = row',
    doc: 'Value of each entry of the ELLPACK part; 0 where padding.',
  },
  cooRowIndex: { element: 'i32', length: 'overflow', doc: 'Row of each entry that overflowed, non-decreasing.' },
  cooColIndex: {
    element: 'i32',
    length: 'overflow',
    doc: 'Column of each entry that overflowed, increasing within a row.',
  },
  cooValues: { element: 'value', length: 'overflow', doc: 'Value of each entry that overflowed.' },
} as const;

/** The arrays of format `hyb`: the ELLPACK part and the COO part. */
export type HybArrays = ArraysOf<typeof layout>;
