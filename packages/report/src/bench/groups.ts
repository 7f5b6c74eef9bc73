import type { ChartAxis } from '../model/axis.ts';
import type { BarSeries } from '../model/charts.ts';
import type { ReportBlock } from '../model/report.ts';
import type { Rate, TimedRow } from './rows.ts';
import { axisFor, distinct, fastest, groupsOf, pieces } from './rows.ts';

/** Categories of one chart; more are drawn in several. */
const MOST_CATEGORIES = 40;

/** How rows become bars: a category, a series in it, and the value of the fastest row of both. */
export interface Grouping {
  readonly title: string;
  readonly axis: Omit<ChartAxis, 'scale'>;
  categoryOf(row: TimedRow): string;
  seriesOf(row: TimedRow): string;
  valueOf(row: TimedRow): Rate | null;
  readonly line?: { readonly label: string; readonly at: number };
  /** Greatest first, by the first series; else in the order of the rows. */
  readonly sorted?: boolean;
  readonly summary?: string;
}

/** Bars of the fastest row of each category and series; nothing where no row has a value. */
export function groupedBars(rows: readonly TimedRow[], grouping: Grouping): readonly ReportBlock[] {
  const { title, axis, categoryOf, seriesOf, valueOf, line, sorted = false, summary } = grouping;
  const valued = rows.filter((row) => valueOf(row) !== null);
  if (valued.length === 0) return [];
  const best = new Map<string, Rate>();
  const keyOf = (category: string, series: string): string => JSON.stringify([category, series]);
  const byKey = groupsOf(valued, (row) => keyOf(categoryOf(row), seriesOf(row)));
  for (const [key, group] of byKey) {
    const found = fastest(group);
    const rate = found && valueOf(found);
    if (rate) best.set(key, rate);
  }
  const names = distinct(valued.map(seriesOf));
  const of = (category: string, series: string): Rate | undefined => best.get(keyOf(category, series));
  const greatest = (category: string): number =>
    Math.max(...names.map((name) => of(category, name)?.value ?? -Infinity));
  const found = distinct(valued.map(categoryOf));
  const categories = sorted ? [...found].sort((a, b) => greatest(b) - greatest(a)) : found;
  const value = axisFor(
    axis,
    [...best.values()].map((rate) => rate.value),
  );
  const parts = pieces(categories, MOST_CATEGORIES);
  return parts.map((part, p): ReportBlock => {
    const series = names.map((name): BarSeries => {
      const rates = part.map((category) => of(category, name));
      const hasIntervals = rates.some((rate) => rate !== undefined && rate.low !== null);
      return {
        name,
        values: rates.map((rate) => rate?.value ?? null),
        ...(hasIntervals
          ? { low: rates.map((rate) => rate?.low ?? null), high: rates.map((rate) => rate?.high ?? null) }
          : {}),
        ...(valued.some((row) => row.isImported && seriesOf(row) === name) ? { printed: true } : {}),
      };
    });
    return {
      kind: 'chart',
      title: parts.length === 1 ? title : `${title} (${p + 1} of ${parts.length})`,
      chart: { kind: 'bar', categories: part, value, series, ...(line ? { line } : {}) },
      ...(summary === undefined ? {} : { summary }),
    };
  });
}
