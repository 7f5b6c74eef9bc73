import type { ArraysOf, Params, StoredMatrix } from '@spmv/core';

export const layout = {
  slices: {
    element: 'i32',
    length: '4 · sliceCount',
    doc: 'First step, start of the columns in 32 bytes, first segment or row, and packed facts of each slice.',
  },
  segments: {
    element: 'i32',
    length: '2 · segmentCount',
    doc: 'Row and length of each segment of slices that are not plain; for a slice of a split row also its slot, and for the last one the number of those before it.',
  },
  columns: {
    element: 'u8',
    length: 'columnBytes',
    doc: 'Per slice the smallest column of each step, then column minus smallest of each place in 1, 2 or 4 little-endian bytes; 0 where padding.',
  },
  values: {
    element: 'value',
    length: 'slots',
    doc: 'Value of each place, the 32 lanes of a step side by side; 0 where padding.',
  },
} as const;

/** The arrays of format `packed`. */
export type PackedArrays = ArraysOf<typeof layout>;

/** The parameters of format `packed`. */
export interface PackedParams extends Params {
  readonly steps: number;
  readonly window: number;
}

/** A stored matrix of format `packed`. */
export type Packed = StoredMatrix<PackedArrays, PackedParams>;
