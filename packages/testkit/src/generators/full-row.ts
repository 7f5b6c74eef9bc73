import type { CooMatrix } from '@spmv/core';
import { createRandom } from '../random/random.ts';
import type { FillRow } from './from-row-lengths.ts';
import { fromRowLengths } from './from-row-lengths.ts';
import { checkInteger } from './options.ts';

/** Shape of {@link oneFullRow}, and which row is full. */
export interface OneFullRowOptions {
  readonly rows: number;
  /** Default: `rows`. */
  readonly cols?: number;
  /** Which row is full. Default: the middle one. */
  readonly row?: number;
  readonly seed?: number;
}

/** The diagonal and one row with every column: the worst case of padded formats. Errors: `PARAM.OUT_OF_RANGE`. */
export function oneFullRow(options: OneFullRowOptions): CooMatrix {
  const owner = 'one-full-row';
  const rows = checkInteger(owner, 'rows', options.rows, 1);
  const cols = checkInteger(owner, 'cols', options.cols ?? rows);
  const full = checkInteger(owner, 'row', options.row ?? Math.floor(rows / 2), 0, rows - 1);
  const random = createRandom(options.seed ?? 1);
  const rowLength = Int32Array.from({ length: rows }, (_, i) => (i === full ? cols : i < cols ? 1 : 0));
  const fill: FillRow = (i, colIndex, from, to) => {
    for (let k = from; k < to; k++) colIndex[k] = i === full ? k - from : i;
  };
  return fromRowLengths(owner, { rows, cols }, rowLength, fill, () => random.signed());
}

/** Size of {@link arrow}. */
export interface ArrowOptions {
  readonly rows: number;
  /** Full rows and columns at the start. Default 1. */
  readonly width?: number;
  readonly seed?: number;
}

/** The diagonal and the first `width` rows and columns: an arrow pointing up and left. Errors: `PARAM.OUT_OF_RANGE`. */
export function arrow(options: ArrowOptions): CooMatrix {
  const owner = 'arrow';
  const rows = checkInteger(owner, 'rows', options.rows);
  const width = checkInteger(owner, 'width', options.width ?? Math.min(1, rows), 0, rows);
  const random = createRandom(options.seed ?? 1);
  const rowLength = Int32Array.from({ length: rows }, (_, i) => (i < width ? rows : width + 1));
  const fill: FillRow = (i, colIndex, from, to) => {
    for (let k = from; k < to; k++) colIndex[k] = k - from;
    if (i >= width) colIndex[to - 1] = i;
  };
  return fromRowLengths(owner, { rows, cols: rows }, rowLength, fill, () => random.signed());
}
