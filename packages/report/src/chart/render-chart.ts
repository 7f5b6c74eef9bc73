import { escape } from '../html/escape.ts';
import type { Chart } from '../model/charts.ts';
import { chartStyle } from './chart-style.ts';
import { draw } from './draw.ts';
import { summaryOf } from './summary.ts';
import { at, WIDTH, textSvg } from './svg.ts';
import { wrapped } from './text.ts';

/** A chart inside a page that has the style of charts; `text` is read out in its place. */
export function chartSvg(chart: Chart, text: string): string {
  const { height, body } = draw(chart);
  return `<svg class="chart" viewBox="0 0 ${WIDTH} ${at(height)}" role="img" aria-label="${escape(text)}" font-size="13">${body}</svg>`;
}

const TITLE_SIZE = 15;

/** One SVG file, usable alone: its title above, its colours by what the reader prefers. */
export function renderChart(chart: Chart, title: string): string {
  const { height, body } = draw(chart);
  const lines = wrapped(title, TITLE_SIZE * 1.06, WIDTH - 12);
  const head = 10 + 20 * lines.length;
  const total = height + head;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 ${WIDTH} ${at(total)}" width="${WIDTH * 1.5}" height="${at(total * 1.5)}" role="img" font-size="13">
<title>${escape(title)}</title>
<desc>${escape(summaryOf(chart))}</desc>
<style>${chartStyle('svg.chart').replaceAll('"', "'")}</style>
<rect width="100%" height="100%" fill="var(--paper)"/>
${lines.map((line, l) => textSvg(6, 20 + 20 * l, line, { as: 'title', size: TITLE_SIZE })).join('')}
<g transform="translate(0 ${head})">${body}</g>
</svg>
`;
}
