import type { HistogramChart } from '../model/charts.ts';
import { formatNumber } from '../numbers.ts';
import type { Drawing } from './drawing.ts';
import { notesSvg } from './legend.ts';
import { seriesClass } from './marks.ts';
import { spaced } from './plot.ts';
import { scaleOf } from './scale.ts';
import { at, pathSvg, TEXT, textSvg, WIDTH } from './svg.ts';
import { textWidth } from './text.ts';
import { axisTitle } from './ticks.ts';
import { undrawnNotes } from './undrawn.ts';

const TOP = 26;
const HEIGHT = 190;

/** What a bin is called: `5–8`, or `5` where both ends are counted and the same. */
export function binName({ from, to }: { readonly from: number; readonly to: number }): string {
  return from === to ? formatNumber(from) : `${formatNumber(from)}–${formatNumber(to)}`;
}

/** Bins side by side, all of one width, each named by its ends. */
export function drawHistogram({ x, y, bins }: HistogramChart): Drawing {
  const scale = scaleOf(
    y,
    bins.map(({ count }) => count),
    { zero: true },
  );
  const left = 14 + Math.max(20, ...scale.ticks.map(({ text }) => textWidth(text, TEXT)));
  const right = WIDTH - 10;
  const bottom = TOP + HEIGHT;
  const slot = (right - left) / Math.max(1, bins.length);
  const up = (count: number): number | null => {
    const share = scale.place(count);
    return share === null ? null : bottom - share * HEIGHT;
  };
  const rows = scale.ticks.map(({ value, text }) => [up(value) ?? bottom, text] as const);
  const bars = bins.map(({ count }, b) => {
    const top = up(count);
    if (top === null) return '';
    const gap = Math.min(2, slot / 6);
    return `M${at(left + b * slot + gap)} ${at(bottom)}V${at(top)}H${at(left + (b + 1) * slot - gap)}V${at(bottom)}z`;
  });
  const undrawn = bins.filter(({ count }) => up(count) === null);
  const notes = notesSvg(
    undrawnNotes(
      undrawn.map((bin) => ({ where: binName(bin), value: bin.count })),
      (y.scale ?? 'linear') !== 'linear',
    ),
    bottom + 44,
  );
  const labels = bins.map((bin, b) => [left + (b + 0.5) * slot, binName(bin)] as const);
  const body = [
    pathSvg(rows.map(([line]) => `M${at(left)} ${at(line)}H${at(right)}`).join(''), 'grid'),
    `<g class="${seriesClass(0)}">${pathSvg(bars.join(''), 'b')}</g>`,
    pathSvg(`M${at(left)} ${at(TOP)}V${at(bottom)}H${at(right)}`, 'axis'),
    `<g class="ticks y">${rows.map(([line, text]) => textSvg(left - 6, line + 4.5, text)).join('')}</g>`,
    `<g class="names x">${spaced(labels)
      .map(([place, text]) => textSvg(place, bottom + 18, text))
      .join('')}</g>`,
    textSvg(6, 14, axisTitle(y), { as: 'title', room: WIDTH - 12 }),
    textSvg((left + right) / 2, bottom + 37, axisTitle(x), { as: 'title', anchor: 'middle' }),
    notes.body,
  ];
  return { height: bottom + 44 + notes.height + 6, body: body.join('') };
}
