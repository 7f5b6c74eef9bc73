import type { MatrixMarketHeader } from '../model/header.ts';

/** Bytes of text a piece starts lines in. */
export const PIECE_BYTES: number = 1 << 20;

/** What every thread needs. All memory is shared. */
export interface ParallelJob {
  readonly fd: number;
  readonly header: MatrixMarketHeader;
  readonly indexBase: 0 | 1;
  readonly lineBytes: number;
  /** Where the body begins and ends in the file. */
  readonly start: number;
  readonly end: number;
  readonly rowIndex: Int32Array;
  readonly colIndex: Int32Array;
  readonly values: Float64Array;
  readonly imaginary: Float64Array;
  /** Next piece to take, and whether to stop: see `CONTROL`. */
  readonly control: Int32Array;
  /** Entries before each piece, plus one once known. One more than there are pieces. */
  readonly before: Int32Array;
}

export const CONTROL: { readonly next: 0; readonly stop: 1 } = { next: 0, stop: 1 };

/** Why threads stop early: the text is not plain, so it is read again line by line; or the caller wants it. */
export const STOP: { readonly none: 0; readonly irregular: 1; readonly aborted: 2 } = {
  none: 0,
  irregular: 1,
  aborted: 2,
};

/** What a piece adds to the file apart from its arrays. */
export interface PieceReport {
  readonly piece: number;
  readonly entries: number;
  readonly lines: number;
  /** Runs of the piece's line map, with offsets that count from the piece's first line. */
  readonly from: readonly number[];
  readonly offset: readonly number[];
  readonly wide: readonly (readonly [number, bigint])[];
}

export function pieceCount(job: Pick<ParallelJob, 'start' | 'end'>): number {
  return Math.max(1, Math.ceil((job.end - job.start) / PIECE_BYTES));
}
