import type { ChartAxis } from '../model/axis.ts';
import type { ReportBlock } from '../model/report.ts';
import type { Point } from '../model/series.ts';
import type { BenchDocument } from './bench-document.ts';
import type { Fields } from './fields.ts';
import { fieldsIn, isFields, listIn, textIn } from './fields.ts';
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

/** A row at a point of the axis: so many of its products are what one of the swept operation is, whose sizes are `own`. */
interface Placed {
  readonly row: TimedRow;
  readonly at: number;
  readonly products: number;
  readonly own: Fields;
}

/** Where on the axis a row lies: by its parameters, by what its matrix or operands were made with, or by sizes; null where it does not say. */
function placeOn(axis: string, { fields }: TimedRow, sizes: Fields): number | null {
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

/** The points of a row: its own, or, of an operation that is drawn beside, those at which it is compared. */
function placesOf(axis: string, row: TimedRow, against: readonly Fields[]): readonly Placed[] {
  const sizes = fieldsIn(fieldsIn(row.fields, 'problem'), 'sizes');
  const beside = against.filter((point) => point['operation'] === row.fields['operation']);
  const isSame = (point: Fields): boolean =>
    Object.entries(fieldsIn(point, 'sizes')).every(([name, value]) => sizes[name] === value);
  const points =
    beside.length === 0
      ? [{ own: sizes, products: 1 }]
      : beside
          .filter(isSame)
          .map((point) => ({ own: fieldsIn(point, 'own'), products: Number(point['products'] ?? 1) }));
  return points.flatMap(({ own, products }) => {
    const at = placeOn(axis, row, own);
    return at === null ? [] : [{ row, at, products, own }];
  });
}

/** Values that grow by about one factor lie on a logarithm. */
function axisOf(label: string, places: readonly number[]): ChartAxis {
  const sorted = [...new Set(places)].sort((a, b) => a - b);
  const [least = 1, most = 1] = [sorted[0], sorted.at(-1)];
  const whole = sorted.every(Number.isInteger) ? { whole: true } : {};
  if (least <= 0 || most / least < 8) return { label, ...whole };
  return { label, scale: sorted.every((place) => Number.isInteger(Math.log2(place))) ? 'log2' : 'log10' };
}

/** Other parameters and sizes than that of the axis, by which curves differ. */
function otherParams(axis: string, { row, own }: Placed): string {
  const names = axis.split(/[=,]/u);
  const sizes = Object.entries(own).flatMap(([name, value]) =>
    names.includes(name) ? [] : [`${name}=${String(value)}`],
  );
  return [...sizes, ...row.params.split(', ').filter((one) => one !== '' && !one.startsWith(`${axis}=`))].join(' ');
}

/** The curves of a sweep: time and rate over its axis. */
export function sweepBlocks(document: BenchDocument): readonly ReportBlock[] {
  const { axis } = document;
  if (axis === null) return [];
  const against = listIn(fieldsIn(document.fields, 'sweep'), 'against');
  const placed = timedRows(document.rows).flatMap((row) => placesOf(axis, row, against));
  if (placed.length === 0) return [];
  const bases = placed.map(({ row }) => `${row.precision} ${row.kernel ?? row.format ?? ''} ${placeName(row)}`);
  const nameOf = (p: number): string => {
    const [one, base] = [placed[p], bases[p]];
    const others = one === undefined ? '' : otherParams(axis, one);
    const twins = placed.filter((other, o) => bases[o] === base && otherParams(axis, other) !== others);
    return twins.length > 0 && others !== '' ? `${base ?? ''} ${others}` : (base ?? '');
  };
  const named = placed.map((one, p) => ({ ...one, name: nameOf(p) }));
  const x = axisOf(
    axis,
    placed.map(({ at }) => at),
  );
  const series = (pointOf: (row: TimedRow, at: number, products: number) => Point) =>
    distinct(named.map(({ name }) => name)).map((name) => ({
      name,
      points: named.filter((one) => one.name === name).map(({ row, at, products }) => pointOf(row, at, products)),
    }));
  const rates = series((row, at) => {
    const rate = rateOf(row);
    return { x: at, y: rate?.value ?? null, ...interval(rate?.low ?? null, rate?.high ?? null) };
  });
  const times = series((row, at, products) => {
    const seconds = (ms: number | null): number | null => (ms === null ? null : (products * ms) / 1000);
    return { x: at, y: seconds(row.medianMs), ...interval(seconds(row.lowMs), seconds(row.highMs)) };
  });
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
