import { formatMs, significant } from '../output/numbers.ts';
import type { Column } from '../output/table.ts';
import { renderTable } from '../output/table.ts';
import type { BenchResult } from './result.ts';

/** A result at one point of a sweep. */
export interface CurvePoint {
  /** Value on the horizontal axis. */
  readonly at: string;
  readonly result: BenchResult;
}

const BAR = 30;

function seriesOf({ result }: CurvePoint): string {
  return [result.kernel ?? result.format, result.backend, result.precision ?? ''].join(' ');
}

/** One block per series: point, median, GFLOP/s and a bar of it, the same scale for all. */
export function curveText(axis: string, points: readonly CurvePoint[]): string {
  const timed = points.filter(({ result }) => result.gflops !== null);
  const most = Math.max(...timed.map(({ result }) => result.gflops ?? 0));
  const columns: readonly Column<CurvePoint>[] = [
    { header: axis, align: 'right', cell: ({ at }) => at },
    { header: 'median', align: 'right', cell: ({ result }) => formatMs(result.medianMs) },
    { header: 'GB/s', align: 'right', cell: ({ result }) => significant(result.gbPerSecond) },
    { header: 'GFLOP/s', align: 'right', cell: ({ result }) => significant(result.gflops) },
    { header: '', cell: ({ result }) => '█'.repeat(Math.max(1, Math.round(((result.gflops ?? 0) / most) * BAR))) },
  ];
  return [...new Set(timed.map(seriesOf))].map((series) => `${series}\n${renderTable(columns, timed.filter((point) => seriesOf(point) === series))}`).join('\n\n');
}
