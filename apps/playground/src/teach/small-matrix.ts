import type { CooMatrix } from '@spmv/core';
import type { LongRow } from '../matrix/protocol.ts';
import type { EntryWindow } from '../matrix/entry-window.ts';

/** Which part of the matrix is shown: `size` rows and columns from these on. */
export interface TaughtPart {
  readonly row: number;
  readonly col: number;
  readonly size: number;
}

/** Sizes that are offered. */
export const SIZES: readonly number[] = [4, 8, 12, 16, 32, 64];
/** The one that is shown where none is chosen. */
const USUAL = 12;
/** Most entries that are shown. */
export const MOST_ENTRIES = 512;

const whole = (text: string | undefined, least: number, most: number, otherwise: number): number => {
  const value = Number(text);
  return text !== undefined && text !== '' && Number.isInteger(value)
    ? Math.min(Math.max(value, least), Math.max(least, most))
    : otherwise;
};

/** The part that an address says, as far as the matrix has it. */
export function partOf(
  { row, col, size }: Readonly<Record<string, string | undefined>>,
  shape: CooMatrix['shape'],
): TaughtPart {
  const wanted = whole(size, 1, 64, USUAL);
  const fitting = SIZES.find((one) => one >= wanted) ?? 64;
  return { row: whole(row, 0, shape.rows - 1, 0), col: whole(col, 0, shape.cols - 1, 0), size: fitting };
}

/** The choices with the part that is shown where none is chosen: of a large matrix that in which lanes wait for its longest row, else the first rows and columns. */
export function withPart<C extends Readonly<Record<string, string | undefined>>>(
  choices: C,
  shape: CooMatrix['shape'],
  [longest]: readonly Pick<LongRow, 'warpRow' | 'col'>[],
): C {
  const isChosen = ['row', 'col', 'size'].some((key) => choices[key] !== undefined);
  if (isChosen || longest === undefined || Math.max(shape.rows, shape.cols) <= USUAL) return choices;
  return { ...choices, row: String(longest.warpRow), col: String(longest.col), size: '32' };
}

/** Rows and columns of the part, the ends not counted. */
export function boundsOf(
  { row, col, size }: TaughtPart,
  shape: CooMatrix['shape'],
): {
  readonly rows: readonly [number, number];
  readonly cols: readonly [number, number];
} {
  return { rows: [row, Math.min(row + size, shape.rows)], cols: [col, Math.min(col + size, shape.cols)] };
}

/** The part as a matrix of its own, rows and columns counted from 0. */
export function smallMatrix(window: EntryWindow, part: TaughtPart, shape: CooMatrix['shape']): CooMatrix {
  const { rows, cols } = boundsOf(part, shape);
  return {
    shape: { rows: rows[1] - rows[0], cols: cols[1] - cols[0] },
    rowIndex: window.rowIndex.map((i) => i - rows[0]),
    colIndex: window.colIndex.map((j) => j - cols[0]),
    values: window.values,
  };
}
