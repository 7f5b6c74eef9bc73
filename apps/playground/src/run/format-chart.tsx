import type { BenchResult } from '@spmv/engine';
import { backendText, verdicts } from '@spmv/engine';
import type { BarChart } from '@spmv/report';
import { times } from '@spmv/engine/basics';
import type { JSX } from 'preact';
import { useCopy } from '../ui/use-copy.ts';

interface Timed extends BenchResult {
  readonly speedup: number;
  readonly medianMs: number;
}

function isTimed(row: BenchResult): row is Timed {
  return row.status === 'ok' && row.speedup !== null && row.medianMs !== null;
}

/** The fastest combination of each format, and the one that is advised, the fastest first. */
export function bestOfEach(rows: readonly BenchResult[], advised?: BenchResult): readonly Timed[] {
  const best = new Map<string | null, Timed>();
  const timed = rows.filter(isTimed);
  for (const row of timed) {
    const known = best.get(row.format);
    if (!known || row.medianMs < known.medianMs) best.set(row.format, row);
  }
  const shown = new Set(best.values());
  return timed.filter((row) => shown.has(row) || row === advised).sort((a, b) => a.medianMs - b.medianMs);
}

/** How fast a time is where the median is as fast as `speedup`. */
function speedAt({ speedup, medianMs }: Timed, ms: number | null): number {
  return ms === null || ms <= 0 ? speedup : (speedup * medianMs) / ms;
}

interface LineProps {
  readonly row: Timed;
  readonly most: number;
  readonly isAdvised: boolean;
}

function Line({ row, most, isAdvised }: LineProps): JSX.Element {
  const percent = (speed: number): string => `${Math.min(100, (100 * speed) / most).toFixed(2)}%`;
  const [low, high] = [speedAt(row, row.medianHighMs), speedAt(row, row.medianLowMs)];
  return (
    <li>
      <span class="of">
        <strong>{row.format}</strong> {isAdvised && <span class="advised">advised</span>}{' '}
        <span class="quiet">
          {row.kernel} on {backendText(row)}
        </span>
      </span>
      <span class="speed" aria-hidden="true">
        <span class="speed-bar" style={{ width: percent(row.speedup) }} />
        <span class="speed-range" style={{ left: percent(low), width: `calc(${percent(high)} - ${percent(low)})` }} />
        <span class="speed-csr" style={{ left: percent(1) }} />
      </span>
      <span class="number">{times(row.speedup)}</span>
    </li>
  );
}

/** The same as a chart that other programs show. */
export function formatBars(best: readonly Timed[]): BarChart {
  return {
    kind: 'bar',
    categories: best.map((row) => `${row.format}: ${row.kernel} on ${backendText(row)}`),
    value: { label: 'times CSR in JavaScript on one thread', unit: '×' },
    series: [
      {
        name: 'fastest kernel',
        values: best.map(({ speedup }) => speedup),
        low: best.map((row) => speedAt(row, row.medianHighMs)),
        high: best.map((row) => speedAt(row, row.medianLowMs)),
      },
    ],
    line: { label: 'CSR', at: 1 },
  };
}

/** Copies a chart as a file of SVG. */
function CopySvg({ title, best }: { readonly title: string; readonly best: readonly Timed[] }): JSX.Element {
  const [said, copy] = useCopy();
  const made = async (): Promise<string> => (await import('@spmv/report')).renderChart(formatBars(best), title);
  return (
    <>
      <button type="button" onClick={() => copy(made(), 'Copied.')}>
        Copy as SVG
      </button>{' '}
      <span role="status" class="quiet">
        {said}
      </span>
    </>
  );
}

/** The best of each format beside the serial CSR, which is 1 ×, in each precision: bars from 0, with the 95 % interval of the median. */
export function FormatChart({
  name,
  rows,
  eligible,
}: {
  readonly name: string;
  readonly rows: readonly BenchResult[];
  /** Those of which one is advised in each precision; none before the run has ended. */
  readonly eligible: readonly BenchResult[];
}): JSX.Element {
  const precisions = [...new Set(rows.flatMap(({ precision }) => (precision === null ? [] : [precision])))];
  const advised = new Map(verdicts(eligible).map(({ precision, best }) => [precision as string, best]));
  const charts = precisions
    .map((precision) => ({
      precision,
      best: bestOfEach(
        rows.filter((row) => row.precision === precision),
        advised.get(precision),
      ),
    }))
    .filter(({ best }) => best.length > 0);
  if (charts.length === 0) return <></>;
  const most = Math.max(1, ...charts.flatMap(({ best }) => best.map((row) => speedAt(row, row.medianLowMs))));
  return (
    <div class="format-charts">
      {charts.map(({ precision, best }) => (
        <figure key={precision} class="format-chart">
          <figcaption>
            {precision}: the fastest kernel of each format. CSR in JavaScript on one thread is 1 ×, the line; longer is
            faster. Whiskers hold the median with 95 %; the table’s spread is how far from it half of the samples stay.
          </figcaption>
          <ol>
            {best.map((row) => (
              <Line
                key={`${row.format} ${row.kernel}`}
                row={row}
                most={most}
                isAdvised={row === advised.get(precision)}
              />
            ))}
          </ol>
          <CopySvg title={`${name}, ${precision}: the fastest kernel of each format`} best={best} />
        </figure>
      ))}
    </div>
  );
}
