import type { BenchResult } from '@spmv/engine';
import { times } from '@spmv/engine/basics';
import type { JSX } from 'preact';

interface Timed extends BenchResult {
  readonly speedup: number;
  readonly medianMs: number;
}

/** The fastest combination of each format, the fastest first. */
function bestOfEach(rows: readonly BenchResult[]): readonly Timed[] {
  const best = new Map<string | null, Timed>();
  for (const row of rows) {
    if (row.status !== 'ok' || row.speedup === null || row.medianMs === null) continue;
    const known = best.get(row.format);
    if (!known || row.medianMs < known.medianMs)
      best.set(row.format, { ...row, speedup: row.speedup, medianMs: row.medianMs });
  }
  return [...best.values()].sort((a, b) => a.medianMs - b.medianMs);
}

/** How fast a time is where the median is as fast as `speedup`. */
function speedAt({ speedup, medianMs }: Timed, ms: number | null): number {
  return ms === null || ms <= 0 ? speedup : (speedup * medianMs) / ms;
}

function Line({ row, most }: { readonly row: Timed; readonly most: number }): JSX.Element {
  const percent = (speed: number): string => `${Math.min(100, (100 * speed) / most).toFixed(2)}%`;
  const [low, high] = [speedAt(row, row.medianHighMs), speedAt(row, row.medianLowMs)];
  return (
    <li>
      <span class="of">
        <strong>{row.format}</strong>{' '}
        <span class="quiet">
          {row.kernel} on {row.backend}
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

/** The best of each format beside the serial CSR, which is 1 ×, in each precision: bars from 0, with the 95 % interval of the median. */
export function FormatChart({ rows }: { readonly rows: readonly BenchResult[] }): JSX.Element {
  const precisions = [...new Set(rows.flatMap(({ precision }) => (precision === null ? [] : [precision])))];
  const charts = precisions
    .map((precision) => ({ precision, best: bestOfEach(rows.filter((row) => row.precision === precision)) }))
    .filter(({ best }) => best.length > 0);
  if (charts.length === 0) return <></>;
  const most = Math.max(1, ...charts.flatMap(({ best }) => best.map((row) => speedAt(row, row.medianLowMs))));
  return (
    <div class="format-charts">
      {charts.map(({ precision, best }) => (
        <figure key={precision} class="format-chart">
          <figcaption>
            {precision}: the fastest kernel of each format. CSR in JavaScript on one thread is 1 ×, the line; longer is
            faster.
          </figcaption>
          <ol>
            {best.map((row) => (
              <Line key={row.format} row={row} most={most} />
            ))}
          </ol>
        </figure>
      ))}
    </div>
  );
}
