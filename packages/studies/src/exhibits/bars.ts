import type { ChartBlock } from '@spmv/report';

/** A bar of every category. */
export interface Bars {
  readonly name: string;
  value(category: string): number | null;
  /** Numbers of the paper. */
  readonly printed?: boolean;
}

/** Bars of every category that some series has a number for; nothing where none has. */
export function barChart({
  title,
  categories,
  series,
  value,
  line,
}: {
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly Bars[];
  readonly value: { readonly label: string; readonly unit?: string };
  readonly line?: { readonly label: string; readonly at: number };
}): readonly ChartBlock[] {
  const shown = categories.filter((category) => series.some((one) => !one.printed && one.value(category) !== null));
  if (shown.length === 0) return [];
  const drawn = series
    .map(({ name, printed, value: valueOf }) => ({
      name,
      values: shown.map(valueOf),
      ...(printed ? { printed } : {}),
    }))
    .filter(({ values }) => values.some((one) => one !== null));
  return [
    {
      kind: 'chart',
      title,
      chart: { kind: 'bar', categories: shown, value, series: drawn, ...(line ? { line } : {}) },
    },
  ];
}

/** The same of speed-ups, with the line of what they are against. */
export function speedupBars(options: {
  readonly title: string;
  readonly categories: readonly string[];
  readonly series: readonly Bars[];
  /** What is 1: `serial CSR`. */
  readonly against: string;
}): readonly ChartBlock[] {
  const { against, ...rest } = options;
  return barChart({ ...rest, value: { label: 'speed-up', unit: '×' }, line: { label: against, at: 1 } });
}
