import type { JSX } from 'preact';
import type { HeldMatrix } from '../matrix/client.ts';
import type { LongRow } from '../matrix/protocol.ts';
import { useAnswer } from '../matrix/use-answer.ts';
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

/** The same for a matrix. */
export function LongRowWords({
  matrix,
  part,
}: {
  readonly matrix: HeldMatrix;
  readonly part: TaughtPart;
}): JSX.Element {
  const figures = useAnswer(matrix, 'statistics', null);
  const text =
    figures.status === 'answered' ? longRowText(figures.reply.longRows, part, matrix.summary.shape.rows) : '';
  return text === '' ? (
    <></>
  ) : (
    <p class="long-row">
      {text} The steps below are of{' '}
      {countOf(Math.min(part.size, matrix.summary.shape.cols - part.col), 'column', 'columns')} of them.
    </p>
  );
}
