import { dataTable } from '../chart/data-table.ts';
import { chartSvg } from '../chart/render-chart.ts';
import { summaryOf } from '../chart/summary.ts';
import type { ChartBlock, PictureBlock } from '../model/report.ts';
import { base64 } from '../picture/base64.ts';
import { greyPng } from '../picture/png.ts';
import { shades } from '../picture/shades.ts';
import { escape } from './escape.ts';
import { tableHtml } from './table.ts';
import { foreign } from './text.ts';

/** A chart with its title, its summary and the table of its numbers. */
export function chartHtml({ title, chart, summary = summaryOf(chart) }: ChartBlock): string {
  return `<figure><figcaption><h3>${foreign(title)}</h3></figcaption>
${chartSvg(chart, title)}
<p class="note">${foreign(summary)}</p>
<details><summary>Numbers<span class="hidden">: ${escape(title)}</span></summary>${tableHtml(dataTable(chart, title))}</details></figure>`;
}

/** About how long the longer side of a picture is shown. */
const LONGEST = 320;

/** A raster with its title and summary. */
export function pictureHtml({ title, width, height, counts, summary }: PictureBlock): string {
  const scale = Math.max(1, Math.round(LONGEST / Math.max(width, height)));
  const png = base64(greyPng(width, height, shades(counts)));
  return `<figure><figcaption><h3>${foreign(title)}</h3></figcaption>
<img class="spy" width="${width * scale}" height="${height * scale}" alt="${escape(`${title}. ${summary}`)}" src="data:image/png;base64,${png}">
<p class="note">${foreign(summary)}</p></figure>`;
}
