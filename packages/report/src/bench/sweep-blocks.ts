import type { Axis } from '../model/axis.ts';
import type { Block } from '../model/report.ts';
import type { Point } from '../model/series.ts';
import type { BenchDocument } from './bench-document.ts';
import { fieldsIn, isFields, textIn } from './bench-document.ts';
import type { TimedRow } from './rows.ts';
import { distinct, placeName, rateOf, timedRows } from './rows.ts';

/** The options of a generator: `gen:NAME?key=value&…`. */
function optionsOf(source: string): readonly (readonly [name: string, value: string])[] {
  const [, query = ''] = source.split('?');
  return query.split('&').map((option) => {
    const [name = '', value = ''] = option.split('=');
    return [name, value];
  });
}

/** Where on the axis a row lies: by its parameters, by what its matrix or operands were made with, or by sizes; null where it does not say. */
function placeOn(axis: string, { fields }: TimedRow): number | null {
  const problem = fieldsIn(fields, 'problem');
  const sources = [
    textIn(fieldsIn(fields, 'matrix'), 'source'),
    ...Object.values(fieldsIn(problem, 'operands')).map((operand) =>
      isFields(operand) ? textIn(operand, 'source') : null,
    ),
  ];
  const made = sources.flatMap((source) =>
    optionsOf(source ?? '')
      .filter(([name]) => name === axis)
      .slice(-1),
  );
  const sizes = fieldsIn(problem, 'sizes');
  const sized = axis.split(/[=,]/u).flatMap((name) => sizes[name] ?? []);
  const found = [
    made[0]?.[1],
    fieldsIn(fields, 'launchParams')[axis],
    fieldsIn(fields, 'kernelParams')[axis],
    fieldsIn(fields, 'formatParams')[axis],
    sized[0],
  ]
    .filter((value) => value !== undefined)
    .map(Number)
    .find(Number.isFinite);
  return found ?? null;
}

/** Values that grow by about one factor lie on a logarithm. */
function axisOf(label: string, places: readonly number[]): Axis {
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  const [least = 1, most = 1] = [sorted[0], sorted.at(-1)];
  if (least <= 0 || most / least < 8) return { label };
  return { label, scale: sorted.every((place) => Number.isInteger(Math.log2(place))) ? 'log2' : 'log10' };
}

/** Other parameters than that of the axis, by which curves differ. */
function otherParams(axis: string, { params }: TimedRow): string {
  return params
    .split(', ')
    .filter((one) => one !== '' && !one.startsWith(`${axis}=`))
    .join(' ');
}

/** The curves of a sweep: time and rate over its axis. */
export function sweepBlocks(document: BenchDocument): readonly Block[] {
  const { axis } = document;
  if (axis === null) return [];
  const placed = timedRows(document.rows).flatMap((row) => {
    const at = placeOn(axis, row);
    return at === null ? [] : [{ row, at }];
  });
  if (placed.length === 0) return [];
  const bases = placed.map(({ row }) => `${row.precision} ${row.kernel ?? row.format ?? ''} ${placeName(row)}`);
  const nameOf = (p: number): string => {
    const [one, base] = [placed[p], bases[p]];
    const others = one === undefined ? '' : otherParams(axis, one.row);
    const twins = placed.filter(
      (other, o) => bases[o] === base && one !== undefined && otherParams(axis, other.row) !== others,
    );
    return twins.length > 0 && others !== '' ? `${base ?? ''} ${others}` : (base ?? '');
  };
  const named = placed.map((one, p) => ({ ...one, name: nameOf(p) }));
  const x = axisOf(
    axis,
    placed.map(({ at }) => at),
  );
  const series = (pointOf: (row: TimedRow, at: number) => Point) =>
    distinct(named.map(({ name }) => name)).map((name) => ({
      name,
      points: named.filter((one) => one.name === name).map(({ row, at }) => pointOf(row, at)),
    }));
  const rates = series((row, at) => {
    const rate = rateOf(row);
    return { x: at, y: rate?.value ?? null, ...interval(rate?.low ?? null, rate?.high ?? null) };
  });
  const times = series((row, at) => ({
    x: at,
    y: row.medianMs / 1000,
    ...interval(row.lowMs === null ? null : row.lowMs / 1000, row.highMs === null ? null : row.highMs / 1000),
  }));
  return [
    {
      kind: 'chart',
      title: `Rate over ${axis}`,
      chart: { kind: 'line', x, y: { label: 'rate', unit: 'GFLOP/s' }, series: rates },
    },
    {
      kind: 'chart',
      title: `Time over ${axis}`,
      chart: { kind: 'line', x, y: { label: 'median time of a product', unit: 's', scale: 'log10' }, series: times },
    },
  ];
}

function interval(low: number | null, high: number | null): Pick<Point, 'low' | 'high'> {
  return low === null || high === null ? {} : { low, high };
}
