import type { ArraysOf } from '@spmv/core';

export const layout = {
  blockColIndex: {
    element: 'i32',
    length: 'stride · width, or ⌈rows/blockRows⌉ · stride when order = row',
    doc: 'Block column of each block, rising along a row of blocks; −1 where padding.',
  },
  mask: {
    element: ['u8', 'u16', 'u32'],
    bits: 'blockRows · blockCols',
    length: 'stride · width, or ⌈rows/blockRows⌉ · stride when order = row',
    doc: 'Which elements of the block are entries: bit i·blockCols + j for element (i, j); 0 where padding.',
  },
  values: {
    element: 'value',
    length:
      'blockRows · blockCols · stride · width, or blockRows · blockCols · ⌈rows/blockRows⌉ · stride when order = row',
    doc: 'Elements of the blocks; 0 where not an entry. By column the same element of neighbouring rows of blocks is adjacent, by row a block.',
  },
} as const;

/** The arrays of format `bell`. */
export type BellArrays = ArraysOf<typeof layout>;
