import type { Shape } from '@spmv/core';
import type { JSX } from 'preact';
import type { LongRow } from '../matrix/protocol.ts';
import type { PanelProps } from '../panel.ts';
import { grouped } from '../ui/format-number.ts';
import { LongRowLink } from '../ui/long-row-link.tsx';
import { partText } from './spy-view.ts';

interface Props {
  readonly rows: readonly LongRow[];
  readonly shape: Shape;
  readonly isBeside: boolean;
  readonly linkTo: PanelProps['linkTo'];
  onPart(part: string): void;
}

/** Rows and columns that are shown around a row. */
const AROUND = 40;

/** As much of 0..all as is shown around a position. */
function around(at: number, all: number): readonly [number, number] {
  const from = Math.max(0, Math.min(at - AROUND / 2, all - AROUND));
  return [from, Math.min(all, from + AROUND)];
}

/** The rows that are marked in the margin of the picture; each is a way to its place there. */
export function LongRows({ rows, shape, isBeside, linkTo, onPart }: Props): JSX.Element {
  if (rows.length === 0) return <></>;
  return (
    <>
      <h3>Longest rows</h3>
      <p>
        Marked beside the picture. A lane that has one of them works on while the others of its warp wait, and ELLPACK
        pads every row to the longest.
      </p>
      <ul class="long-rows">
        {rows.map((long) => {
          const { row, length } = long;
          return (
            <li key={row}>
              <button
                type="button"
                onClick={() => onPart(partText({ rows: around(row, shape.rows), cols: around(row, shape.cols) }))}
              >
                row {grouped(row)}
              </button>{' '}
              {grouped(length)} entries <LongRowLink row={long} isBeside={isBeside} linkTo={linkTo} />
            </li>
          );
        })}
      </ul>
    </>
  );
}
