import type { ArraysOf, Params, StoredMatrix } from '@spmv/core';

export const layout = {
  segmentRow: {
    element: 'i32',
    length: 'segments + 1',
    doc: 'First row of each segment; the last element is the number of rows.',
  },
  entryStart: {
    element: 'i32',
    length: 'segments + 1',
    doc: 'Index of the first value of each segment; the last element is nnz.',
  },
  columnStart: {
    element: 'i32',
    length: 'segments + 1',
    doc: 'Index in column of the first one of each segment; the last element is columns.',
  },
  kind: { element: 'u8', length: 'segments', doc: '0: the rows share their columns; 1: they share column − row.' },
  column: {
    element: 'i32',
    length: 'columns',
    doc: 'Columns of a segment of kind 0, distances column − row of one of kind 1, increasing.',
  },
  values: {
    element: ['f64', 'f32'],
    bits: '8 · valueBytes',
    length: 'nnz',
    doc: 'Kind 0: row after row; kind 1: tiles of rows, in each distance after distance. f32 when valueBytes is 4.',
  },
} as const;

/** The arrays of format `row-segments`. */
export type RowSegmentsArrays = ArraysOf<typeof layout>;

/** The parameters of format `row-segments`. */
export interface RowSegmentsParams extends Params {
  readonly leastShared: number;
  readonly valueStorage: 'narrowest' | 'full';
}

/** A stored matrix of format `row-segments`. */
export type RowSegmentsMatrix = StoredMatrix<RowSegmentsArrays, RowSegmentsParams>;
