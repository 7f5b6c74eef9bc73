import type { CooMatrix } from '@spmv/core';
import type { JSX } from 'preact';
import type { LongRow } from '../matrix/protocol.ts';
import { countOf, grouped } from '../ui/format-number.ts';
import type { TaughtPart } from './small-matrix.ts';

/** What the long rows of a part cost in the whole matrix, of which the steps show a few columns; empty where there is none. */
export function longRowText(rows: readonly LongRow[], part: TaughtPart, rowCount: number): string {
  return rows
    .filter(({ row, length, nextLength }) => row >= part.row && row < part.row + part.size && length > nextLength)
    .map(
      ({ row, length, warpRow, nextLength }) =>
        `Row ${grouped(row)} has ${countOf(length, 'entry', 'entries')}, no other row of its warp more than ${grouped(nextLength)}: ` +
        `where each lane has a row, ${countOf(Math.min(32, rowCount - warpRow) - 1, 'other lane waits', 'other lanes wait')} ${countOf(length - nextLength, 'round', 'rounds')} or more for lane ${row - warpRow}.`,
    )
    .join(' ');
}

interface Props {
  readonly rows: readonly LongRow[];
  /** Of the whole matrix. */
  readonly shape: CooMatrix['shape'];
  readonly part: TaughtPart;
}

/** The same as a paragraph. */
export function LongRowWords({ rows, shape, part }: Props): JSX.Element {
  const text = longRowText(rows, part, shape.rows);
  if (text === '') return <></>;
  return (
    <p class="long-row">
      {text} The steps below are of {countOf(Math.min(part.size, shape.cols - part.col), 'column', 'columns')} of them.
    </p>
  );
}
