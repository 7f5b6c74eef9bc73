import type { Params } from '@spmv/core';
import type { BenchResult } from '@spmv/engine';
import { paramsText, significant } from '@spmv/engine/basics';
import type { Column } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import { bar, wrap } from '../output/wrap.ts';
import { tableText } from './layout.ts';
import { inUnit, TIME_UNITS, unitFor } from './units.ts';

/** A result at one point of a sweep. */
export interface CurvePoint {
  /** Value on the horizontal axis. */
  readonly at: string;
  readonly result: BenchResult;
}

function baseOf({ result }: CurvePoint): string {
  return [result.kernel ?? result.format, result.backend, result.precision ?? ''].join(' ');
}

function paramsAt({ result }: CurvePoint): Params {
  return { ...result.problem.sizes, ...result.formatParams, ...result.kernelParams, ...result.launchParams };
}

/** Parameters and sizes by which points of one kernel at one place of the axis differ: without them nobody could tell those apart. */
export function distinguishing(points: readonly CurvePoint[]): readonly string[] {
  const found = new Set<string>();
  const first = new Map<string, Params>();
  for (const point of points) {
    const place = `${baseOf(point)}\n${point.at}\n${point.result.matrix?.source ?? ''}`;
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

/** One block per series: point, median, GB/s, GFLOP/s and a bar of it, units and scale the same for all. */
export function curveText(terminal: Terminal, axis: string, points: readonly CurvePoint[]): string {
  const timed = points.filter(({ result }) => result.gflops !== null);
  const names = distinguishing(timed);
  const seriesOf = (point: CurvePoint): string =>
    [baseOf(point), paramsText(distinguished(point, names))].filter((text) => text !== '').join('  ');
  const most = Math.max(...timed.map(({ result }) => result.gflops ?? 0));
  const unit = unitFor(
    TIME_UNITS,
    timed.map(({ result }) => result.medianMs),
  );
  const columns: readonly Column<CurvePoint>[] = [
    { header: axis, align: 'right', cell: ({ at }) => at },
    { header: `median ${unit.name}`, align: 'point', cell: ({ result }) => inUnit(result.medianMs, unit) },
    { header: 'GB/s', align: 'point', cell: ({ result }) => significant(result.gbPerSecond) },
    { header: 'GFLOP/s', align: 'point', cell: ({ result }) => significant(result.gflops) },
  ];
  const speed = {
    least: 8,
    most: 40,
    cell: ({ result }: CurvePoint, width: number) => bar((result.gflops ?? 0) / most, width),
  };
  return [...new Set(timed.map(seriesOf))]
    .map((series) => {
      const rows = timed.filter((point) => seriesOf(point) === series);
      return `${wrap(series, terminal.width, 2)}\n${tableText(terminal, columns, rows, { filler: speed })}`;
    })
    .join('\n\n');
}
