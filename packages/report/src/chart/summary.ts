import type { ChartAxis } from '../model/axis.ts';
import type { BarChart, Chart, HistogramChart, RooflineChart } from '../model/charts.ts';
import type { Series } from '../model/series.ts';
import { formatNumber } from '../numbers.ts';
import { binName } from './histogram.ts';
import { roofAt, ROOFLINE_Y } from './roofline.ts';
import { valueText } from './ticks.ts';

/** What a chart shows, in a sentence or two. */
export function summaryOf(chart: Chart): string {
  switch (chart.kind) {
    case 'line':
    case 'scatter':
      return extremes(placedPoints(chart.series), chart.y, counted(chart.series.length, 'series', 'series'));
    case 'bar':
      return barSummary(chart);
    case 'roofline':
      return rooflineSummary(chart);
    case 'histogram':
      return histogramSummary(chart);
  }
}

interface Named {
  readonly where: string;
  readonly value: number;
}

function counted(count: number, one: string, several: string): string {
  return `${formatNumber(count)} ${count === 1 ? one : several}`;
}

function placedPoints(series: readonly Series[]): readonly Named[] {
  return series.flatMap(({ name, points }) =>
    points.flatMap(({ x, y, label }) => {
      if (y === null || !Number.isFinite(y)) return [];
      const place = label ?? `at ${formatNumber(x)}`;
      return [{ where: name === '' ? place : `${name}, ${place}`, value: y }];
    }),
  );
}

/** With its unit. */
function told(value: number, axis: ChartAxis): string {
  const text = valueText(value, axis);
  const { unit = '' } = axis;
  return unit === '' || text.endsWith(unit) ? text : `${text} ${unit}`;
}

function extremes(values: readonly Named[], axis: ChartAxis, what: string): string {
  const [first] = values;
  if (first === undefined) return `${what}: no values.`;
  const highest = values.reduce((a, b) => (b.value > a.value ? b : a), first);
  const lowest = values.reduce((a, b) => (b.value < a.value ? b : a), first);
  const found = `${what}, ${counted(values.length, 'value', 'values')}`;
  if (highest.value === lowest.value)
    return values.length === 1
      ? `${found}: ${told(first.value, axis)} (${first.where}).`
      : `${found}, all ${told(first.value, axis)}.`;
  return `${found}, from ${told(lowest.value, axis)} (${lowest.where}) to ${told(highest.value, axis)} (${highest.where}).`;
}

function barSummary({ categories, series, value }: BarChart): string {
  const values = series.flatMap(({ name, values: own }) =>
    own.flatMap((one, c) => {
      if (one === null || !Number.isFinite(one)) return [];
      const category = categories[c] ?? '';
      return [{ where: name === '' ? category : `${name}, ${category}`, value: one }];
    }),
  );
  return extremes(
    values,
    value,
    `${counted(categories.length, 'category', 'categories')}, ${counted(series.length, 'series', 'series')}`,
  );
}

function rooflineSummary({ roofs, series }: RooflineChart): string {
  const said = extremes(placedPoints(series), ROOFLINE_Y, counted(series.length, 'series', 'series'));
  const shares = roofs.flatMap((roof) => {
    const points = series.flatMap((one) => one.points).filter(({ x, y }) => y !== null && x > 0);
    const above = points.filter(({ x, y }) => (y ?? 0) > roofAt(roof, x)).length;
    return Number.isFinite(roofAt(roof, 1)) ? [` Above the roof “${roof.label}”: ${above} of ${points.length}.`] : [];
  });
  return said + shares.join('');
}

function histogramSummary({ bins, x, y }: HistogramChart): string {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  const [first] = bins;
  if (first === undefined || total === 0) return 'No values.';
  const most = bins.reduce((a, b) => (b.count > a.count ? b : a), first);
  const ends = `${formatNumber(first.from)} to ${formatNumber(bins.at(-1)?.to ?? first.to)}`;
  return `${formatNumber(total)} ${y.label}, ${x.label} from ${ends}; most, ${formatNumber(most.count)}, at ${binName(most)}.`;
}
