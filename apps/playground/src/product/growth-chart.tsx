import type { JSX } from 'preact';
import { countOf, grouped } from '../ui/format-number.ts';
import type { ProductFacts } from './multiply.ts';

/** Size of the chart, and points of a curve at most. */
const [WIDTH, HEIGHT, POINTS] = [480, 160, 240];
/** Room for numbers. */
const [ABOVE, BELOW] = [16, 18];

function curve(starts: ArrayLike<number>, rows: number, most: number): string {
  const points = Math.min(rows, POINTS);
  return Array.from({ length: points + 1 }, (_, p) => {
    const row = points === 0 ? 0 : Math.round((p * rows) / points);
    const [x, y] = [(WIDTH * row) / Math.max(1, rows), HEIGHT - (HEIGHT * (starts[row] as number)) / most];
    return `${p === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
  }).join('');
}

/** How many terms and entries there are up to each row: how far apart the curves are is how many terms fall on one entry. */
export function GrowthChart({ facts, upTo }: { readonly facts: ProductFacts; readonly upTo: number }): JSX.Element {
  const { termStart, rowStart, shape } = facts;
  const { rows } = shape;
  const most = Math.max(1, termStart[rows] ?? 0);
  const x = (WIDTH * upTo) / Math.max(1, rows);
  return (
    <figure class="growth">
      <figcaption>
        {grouped(upTo)} {upTo === 1 ? 'row' : 'rows'}:{' '}
        <span class="of-terms">{grouped(termStart[upTo] ?? 0)} terms</span>,{' '}
        <span class="of-entries">{grouped(rowStart[upTo] ?? 0)} entries</span>. Terms are dashed: what has to be
        multiplied, and the most entries that C can have.
      </figcaption>
      <svg
        viewBox={`0 ${-ABOVE} ${WIDTH} ${HEIGHT + ABOVE + BELOW}`}
        role="img"
        aria-label={`Terms and entries of C by rows: ${most} terms, ${rowStart[rows] ?? 0} entries at the end.`}
      >
        <path class="axis-line" d={`M0 0V${HEIGHT}H${WIDTH}`} />
        <text x={4} y={-4}>
          {countOf(most, 'term', 'terms')}
        </text>
        <text x={0} y={HEIGHT + 14}>
          row 0
        </text>
        <text x={WIDTH} y={HEIGHT + 14} text-anchor="end">
          {grouped(rows)}
        </text>
        <path class="terms" d={curve(termStart, rows, most)} />
        <path class="entries" d={curve(rowStart, rows, most)} />
        <path class="now" d={`M${x.toFixed(1)} 0V${HEIGHT}`} />
      </svg>
    </figure>
  );
}
