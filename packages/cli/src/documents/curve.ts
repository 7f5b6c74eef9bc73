import type { Params } from '@spmv/core';
import { formatMs, paramsText, significant } from '../output/numbers.ts';
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

function baseOf({ result }: CurvePoint): string {
  return [result.kernel ?? result.format, result.backend, result.precision ?? ''].join(' ');
}

function paramsAt({ result }: CurvePoint): Params {
  return { ...result.formatParams, ...result.kernelParams, ...result.launchParams };
}

/** Parameters by which points of one kernel at one place of the axis differ: without them nobody could tell those apart. */
export function distinguishing(points: readonly CurvePoint[]): readonly string[] {
  const found = new Set<string>();
  const first = new Map<string, Params>();
  for (const point of points) {
    const place = `${baseOf(point)}\n${point.at}\n${point.result.matrix.name}`;
    const params = paramsAt(point);
    const other = first.get(place) ?? params;
    first.set(place, other);
    for (const name of Object.keys({ ...other, ...params })) if (other[name] !== params[name]) found.add(name);
  }
  return [...found];
}

/** The distinguishing parameters of a point. */
export function distinguished(point: CurvePoint, names: readonly string[]): Params {
  return Object.fromEntries(Object.entries(paramsAt(point)).filter(([name]) => names.includes(name)));
}

/** One block per series: point, median, GFLOP/s and a bar of it, the same scale for all. */
export function curveText(axis: string, points: readonly CurvePoint[]): string {
  const timed = points.filter(({ result }) => result.gflops !== null);
  const names = distinguishing(timed);
  const seriesOf = (point: CurvePoint): string =>
    [baseOf(point), paramsText(distinguished(point, names))].filter((text) => text !== '').join('  ');
  const most = Math.max(...timed.map(({ result }) => result.gflops ?? 0));
  const columns: readonly Column<CurvePoint>[] = [
    { header: axis, align: 'right', cell: ({ at }) => at },
    { header: 'median', align: 'right', cell: ({ result }) => formatMs(result.medianMs) },
    { header: 'GB/s', align: 'right', cell: ({ result }) => significant(result.gbPerSecond) },
    { header: 'GFLOP/s', align: 'right', cell: ({ result }) => significant(result.gflops) },
    { header: '', cell: ({ result }) => '█'.repeat(Math.max(1, Math.round(((result.gflops ?? 0) / most) * BAR))) },
  ];
  return [...new Set(timed.map(seriesOf))]
    .map(
      (series) =>
        `${series}\n${renderTable(
          columns,
          timed.filter((point) => seriesOf(point) === series),
        )}`,
    )
    .join('\n\n');
}
