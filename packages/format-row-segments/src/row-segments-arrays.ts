import type { NamedArrays, Params, StoredMatrix, ValueArray } from '@spmv/core';

/** The arrays of format `row-segments`. */
export interface RowSegmentsArrays extends NamedArrays {
  readonly segmentRow: Int32Array;
  readonly entryStart: Int32Array;
  readonly columnStart: Int32Array;
  readonly kind: Uint8Array;
  readonly column: Int32Array;
  readonly values: ValueArray;
}

/** The parameters of format `row-segments`. */
export interface RowSegmentsParams extends Params {
  readonly leastShared: number;
  readonly valueStorage: 'narrowest' | 'full';
}

/** A stored matrix of format `row-segments`. */
export type RowSegmentsMatrix = StoredMatrix<RowSegmentsArrays, RowSegmentsParams>;
