import type { ChartAxis } from '../model/axis.ts';
import type { BarChart, BarSeries } from '../model/charts.ts';
import type { Drawing } from './drawing.ts';
import { legend, notesSvg } from './legend.ts';
import { marker, seriesClass, seriesKey } from './marks.ts';
import { spaced } from './plot.ts';
import type { Scale } from './scale.ts';
import { scaleOf } from './scale.ts';
import { at, pathSvg, SMALL, TEXT, textSvg, WIDTH } from './svg.ts';
import { textWidth } from './text.ts';
import { axisTitle, valueText } from './ticks.ts';
import type { Undrawn } from './undrawn.ts';
import { undrawnNotes } from './undrawn.ts';

const TOP = 46;
const MOST_NAME = 170;
/** Below the bars, where the name of the line stands. */
const LINE_LABEL = 14;
/** More bars than this, or more than so many in a group, become one row a category with a marker for each series. */
const MOST_BARS = 64;
const MOST_SERIES = 4;

interface Layout {
  readonly left: number;
  readonly right: number;
  readonly scale: Scale;
  readonly isDots: boolean;
  /** Height of a category. */
  readonly row: number;
  /** Height of a bar. */
  readonly bar: number;
  across(share: number): number;
}

function layoutOf({ categories, value, series, line }: BarChart): Layout {
  const all = series.flatMap(({ values, low = [], high = [] }) => [...values, ...low, ...high]);
  const numbers = [...all, line?.at ?? null].flatMap((one) => (one === null ? [] : [one]));
  const scale = scaleOf(value, numbers, { zero: true });
  // A length says nothing where there is no 0 for it to begin at.
  const isLog = (value.scale ?? 'linear') !== 'linear';
  const isDots = isLog || series.length > MOST_SERIES || series.length * categories.length > MOST_BARS;
  const names = Math.max(24, ...categories.map((name) => textWidth(name, TEXT)));
  const left = Math.min(names, MOST_NAME) + 14 + (!isDots && series.length > 1 ? 16 : 0);
  const widest = Math.max(
    0,
    ...series.flatMap(({ values }) =>
      values.map((one) => (one === null ? 0 : textWidth(valueText(one, value), SMALL))),
    ),
  );
  // Markers of one series have their values beside them; of several they would lie on each other.
  const isValued = !isDots || series.length === 1;
  const right = WIDTH - (isValued ? Math.max(24, widest + 9) : 16);
  const bar = series.length <= 1 ? 16 : 14;
  const dots = categories.length > 30 ? 17 : 21;
  const row = isDots ? dots : Math.max(1, series.length) * bar + 8;
  return { left, right, scale, isDots, row, bar, across: (share) => left + share * (right - left) };
}

/** Groups of bars that lie, or rows of markers where there would be too many bars, or the axis is a logarithm. */
export function drawBars(chart: BarChart): Drawing {
  const { categories, value, series } = chart;
  const layout = layoutOf(chart);
  const bottom = TOP + (categories.length === 0 ? 80 : categories.length * layout.row + 4);
  const drawn = series.map((one, index) => {
    const marks = layout.isDots
      ? dotsSvg(one, index, layout, series.length === 1 ? value : undefined)
      : barsSvg(one, index, layout, series.length, value);
    return `<g class="${seriesClass(index, one.printed)}">${marks}</g>`;
  });
  const below = bottom + 6 + (chart.line === undefined ? 0 : LINE_LABEL);
  const keyed = !layout.isDots && series.length > 1;
  const isNamed = series.length > 1 || series.some(({ name }) => name !== '');
  const names = isNamed ? legend(series, layout.isDots ? 'marker' : 'bar', below, keyed) : { height: 0, body: '' };
  const undrawn = undrawnBars(chart, layout.scale);
  const notes = notesSvg(undrawnNotes(undrawn, (value.scale ?? 'linear') !== 'linear'), below + names.height);
  const body = [axesSvg(chart, layout, bottom), ...drawn, lineSvg(chart, layout, bottom), names.body, notes.body];
  return { height: below + names.height + notes.height + 4, body: body.join('') };
}

/** Names of the categories, the axis above, and a line from each tick down. */
function axesSvg(
  { categories, value }: BarChart,
  { left, right, scale, isDots, row, across }: Layout,
  bottom: number,
): string {
  const ticks = scale.ticks.map((tick) => [across(scale.place(tick.value) ?? 0), tick.text] as const);
  const room = Math.min(MOST_NAME, left - 14) + 1;
  const names = categories.map((name, c) => textSvg(6, TOP + (c + 0.5) * row + 4.5, name, { room }));
  const guides = isDots ? categories.map((_, c) => `M${at(left)} ${at(TOP + (c + 0.5) * row)}H${at(right)}`) : [];
  return [
    pathSvg([...ticks.map(([x]) => `M${at(x)} ${at(TOP)}V${at(bottom)}`), ...guides].join(''), 'grid'),
    pathSvg(`M${at(right)} ${at(TOP)}H${at(left)}V${at(bottom)}`, 'axis'),
    `<g class="ticks x">${spaced(ticks)
      .map(([x, text]) => textSvg(x, TOP - 6, text))
      .join('')}</g>`,
    textSvg(6, 14, axisTitle(value), { as: 'title', room: WIDTH - 12 }),
    `<g class="names">${names.join('')}</g>`,
  ].join('');
}

/** Where a bar begins: at 0, or at the end of the axis where 0 has no place. */
function baseOf({ scale, across }: Layout): number {
  return across(scale.place(0) ?? 0);
}

function barsSvg(
  { values, low, high }: BarSeries,
  index: number,
  layout: Layout,
  count: number,
  axis: ChartAxis,
): string {
  const { scale, row, bar, across } = layout;
  const base = baseOf(layout);
  let [bars, whiskers, texts] = ['', '', ''];
  for (const [c, value] of values.entries()) {
    const top = TOP + c * row + (row - count * bar) / 2 + index * bar;
    const middle = top + bar / 2;
    const share = value === null ? null : scale.place(value);
    if (count > 1) texts += textSvg(Math.min(base, layout.left) - 14, middle + 4, seriesKey(index), { as: 'j' });
    if (value === null || share === null) {
      texts += textSvg(base + 4, middle + 4, '–', { as: 'note' });
      continue;
    }
    const end = across(share);
    bars += `M${at(base)} ${at(top + 1)}H${at(end)}v${at(bar - 2)}H${at(base)}z`;
    whiskers += interval(low?.[c] ?? null, high?.[c] ?? null, middle, layout);
    const reach = Math.max(end, base, across(scale.place(high?.[c] ?? value) ?? share));
    texts += textSvg(reach + 5, middle + 4, valueText(value, axis), { as: 'v' });
  }
  return pathSvg(bars, 'b') + pathSvg(whiskers, 'w over') + texts;
}

/** `valued`: the axis by which values are written beside the markers; absent where they are not. */
function dotsSvg({ values, low, high }: BarSeries, index: number, layout: Layout, valued?: ChartAxis): string {
  let [dots, whiskers, texts] = ['', '', ''];
  for (const [c, value] of values.entries()) {
    const share = value === null ? null : layout.scale.place(value);
    if (share === null) continue;
    const middle = TOP + (c + 0.5) * layout.row;
    dots += marker(index, layout.across(share), middle);
    whiskers += interval(low?.[c] ?? null, high?.[c] ?? null, middle, layout);
    const reach = layout.across(Math.max(share, layout.scale.place(high?.[c] ?? (value as number)) ?? share));
    if (valued) texts += textSvg(reach + 8, middle + 4, valueText(value as number, valued), { as: 'v' });
  }
  return pathSvg(whiskers, 'w') + pathSvg(dots, 'm') + texts;
}

function interval(low: number | null, high: number | null, middle: number, { scale, across }: Layout): string {
  if (low === null || high === null || !(high >= low)) return '';
  const from = across(scale.place(low) ?? (low > scale.to ? 1 : 0));
  const to = across(scale.place(high) ?? (high < scale.from ? 0 : 1));
  return `M${at(from)} ${at(middle)}H${at(to)}m0 -3v6M${at(from)} ${at(middle - 3)}v6`;
}

function lineSvg({ line }: BarChart, { scale, across, left, right }: Layout, bottom: number): string {
  const share = line === undefined ? null : scale.place(line.at);
  if (line === undefined || share === null) return '';
  const x = across(share);
  const isRight = x > (left + right) / 2;
  const label = textSvg(isRight ? Math.min(x + 20, WIDTH - 6) : Math.max(x - 20, 6), bottom + LINE_LABEL, line.label, {
    as: 'note',
    ...(isRight ? { anchor: 'end' } : {}),
  });
  return pathSvg(`M${at(x)} ${at(TOP)}V${at(bottom + 3)}`, 'level') + label;
}

function undrawnBars({ categories, series }: BarChart, scale: Scale): readonly Undrawn[] {
  return series.flatMap(({ name, values }) =>
    categories.flatMap((category, c) => {
      const value = values[c] ?? null;
      if (value !== null && scale.place(value) !== null) return [];
      return [{ where: name === '' ? category : `${name}, ${category}`, value }];
    }),
  );
}
