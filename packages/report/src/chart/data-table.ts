import type { ChartAxis } from '../model/axis.ts';
import type { BarChart, Chart } from '../model/charts.ts';
import type { Series } from '../model/series.ts';
import type { Cell, TableBlock, TableColumn } from '../model/table.ts';
import { ROOFLINE_X, ROOFLINE_Y } from './roofline.ts';

/** The numbers of a chart as a table. */
export function dataTable(chart: Chart, title: string): TableBlock {
  switch (chart.kind) {
    case 'line':
    case 'scatter':
      return pointsTable(chart.series, chart.x, chart.y, title);
    case 'roofline':
      return pointsTable(chart.series, ROOFLINE_X, ROOFLINE_Y, title);
    case 'bar':
      return barsTable(chart, title);
    case 'histogram':
      return {
        kind: 'table',
        title,
        columns: [numbers({ label: `${chart.x.label}, from` }), numbers({ label: 'to' }), numbers(chart.y)],
        rows: chart.bins.map(({ from, to, count }) => [from, to, count]),
      };
  }
}

function numbers({ label, unit }: Pick<ChartAxis, 'label' | 'unit'>, group?: string): TableColumn {
  return {
    label,
    kind: 'number',
    digits: 4,
    ...(unit === undefined || unit === '' ? {} : { unit }),
    ...(group === undefined ? {} : { group }),
  };
}

const LOW = { label: 'low' };
const HIGH = { label: 'high' };

function seriesName({ name, printed = false }: { readonly name: string; readonly printed?: boolean }): string {
  return printed ? `printed: ${name}` : name;
}

function pointsTable(series: readonly Series[], x: ChartAxis, y: ChartAxis, title: string): TableBlock {
  const points = series.flatMap((one) => one.points.map((point) => ({ ...point, name: seriesName(one) })));
  const isLabelled = points.some(({ label }) => label !== undefined);
  const hasIntervals = points.some(({ low, high }) => low !== undefined || high !== undefined);
  return {
    kind: 'table',
    title,
    columns: [
      { label: 'series', kind: 'text' },
      ...(isLabelled ? [{ label: 'of', kind: 'text' } as const] : []),
      numbers(x),
      numbers(y),
      ...(hasIntervals ? [numbers(LOW), numbers(HIGH)] : []),
    ],
    rows: points.map(({ name, label, x: px, y: py, low, high }) => [
      name,
      ...(isLabelled ? [label ?? null] : []),
      px,
      py,
      ...(hasIntervals ? [low ?? null, high ?? null] : []),
    ]),
  };
}

/** More columns than this fit no sheet of paper: each value has a row then. */
const MOST_COLUMNS = 9;

function barsTable(chart: BarChart, title: string): TableBlock {
  const { categories, series, value } = chart;
  const count = series.reduce((sum, { low, high }) => sum + (low || high ? 3 : 1), 0);
  if (count > MOST_COLUMNS) return longTable(chart, title);
  const columns = series.flatMap((one): readonly TableColumn[] => {
    const name = seriesName(one);
    if (!one.low && !one.high)
      return [
        numbers({ label: name === '' ? value.label : name, ...(value.unit === undefined ? {} : { unit: value.unit }) }),
      ];
    return [numbers(value, name), numbers(LOW, name), numbers(HIGH, name)];
  });
  return {
    kind: 'table',
    title,
    columns: [{ label: 'of', kind: 'text' }, ...columns],
    rows: categories.map((category, c): readonly Cell[] => [
      category,
      ...series.flatMap(({ values, low, high }) =>
        low || high ? [values[c] ?? null, low?.[c] ?? null, high?.[c] ?? null] : [values[c] ?? null],
      ),
    ]),
  };
}

function longTable({ categories, series, value }: BarChart, title: string): TableBlock {
  const hasIntervals = series.some(({ low, high }) => low || high);
  return {
    kind: 'table',
    title,
    columns: [
      { label: 'of', kind: 'text' },
      { label: 'series', kind: 'text' },
      numbers(value),
      ...(hasIntervals ? [numbers(LOW), numbers(HIGH)] : []),
    ],
    rows: categories.flatMap((category, c) =>
      series.map((one): readonly Cell[] => [
        category,
        seriesName(one),
        one.values[c] ?? null,
        ...(hasIntervals ? [one.low?.[c] ?? null, one.high?.[c] ?? null] : []),
      ]),
    ),
  };
}
