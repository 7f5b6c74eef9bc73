import type { JSX } from 'preact';
import type { LongRow } from '../matrix/protocol.ts';
import { grouped } from '../ui/format-number.ts';
import { axisTicks } from './axis-ticks.ts';
import type { SeenPart, ViewSize, SpyView } from './spy-view.ts';

interface Props {
  readonly view: SpyView;
  readonly seen: SeenPart;
  readonly size: ViewSize;
}

/** Pixels between two numbers at least. */
const APART = 80;

const atPixel = (pixel: number): string => `${pixel.toFixed(1)}px`;

/** Numbers of columns above the picture and of rows beside it, where they are in view. The caption says which these are. */
export function Axes({ view, seen, size }: Props): JSX.Element {
  const ticks = (range: readonly [number, number], pixels: number): readonly number[] =>
    axisTicks(range, Math.max(1, Math.floor(pixels / APART)));
  return (
    <>
      <div class="axis of-cols" aria-hidden="true">
        {ticks(seen.cols, size.width).map((j) => (
          <span key={j} style={{ left: atPixel((j + 0.5 - view.col) * view.scale) }}>
            {grouped(j)}
          </span>
        ))}
      </div>
      <div class="axis of-rows" aria-hidden="true">
        {ticks(seen.rows, size.height).map((i) => (
          <span key={i} class={i < 100 ? 'upright' : ''} style={{ top: atPixel((i + 0.5 - view.row) * view.scale) }}>
            {grouped(i)}
          </span>
        ))}
      </div>
    </>
  );
}

/** Where in the margin the longest rows are. The list of them says the same in numbers. */
export function RowMarks({
  view,
  seen,
  rows,
}: Omit<Props, 'size'> & { readonly rows: readonly LongRow[] }): JSX.Element {
  return (
    <div class="row-marks" aria-hidden="true">
      {rows
        .filter(({ row }) => row >= seen.rows[0] && row < seen.rows[1])
        .map(({ row }) => (
          <span key={row} style={{ top: atPixel((row + 0.5 - view.row) * view.scale) }} />
        ))}
    </div>
  );
}
