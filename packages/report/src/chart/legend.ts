import { escape } from '../html/escape.ts';
import type { Drawing } from './drawing.ts';
import { marker, seriesClass, seriesKey } from './marks.ts';
import { at, pathSvg, SMALL, TEXT, textSvg, WIDTH } from './svg.ts';
import { textWidth, wrapped } from './text.ts';

/** What stands before a name. */
export type Swatch = 'line' | 'marker' | 'bar';

/** A series as the legend names it. */
export interface LegendEntry {
  readonly name: string;
  readonly printed?: boolean;
}

const ROW = 20;
const GAP = 14;

/** The names of the series with what they are drawn by, below a chart, from `top` on. `keyed`: letters stand in the chart. */
export function legend(entries: readonly LegendEntry[], swatch: Swatch, top: number, keyed: boolean): Drawing {
  const lead = (swatch === 'line' ? 32 : 16) + (keyed ? 16 : 0);
  let [x, y] = [6, top];
  const items = entries.map(({ name, printed = false }, index) => {
    const text = printed ? `printed: ${name}` : name;
    const wide = Math.min(lead + textWidth(text, TEXT), WIDTH - 12);
    if (x > 6 && x + wide > WIDTH - 6) [x, y] = [6, y + ROW];
    const middle = y + ROW / 2;
    const key = keyed ? textSvg(x + lead - 16, middle + 4.5, seriesKey(index), { as: 'k' }) : '';
    const item = `<g class="${seriesClass(index, printed)}">${swatchSvg(swatch, index, x, middle)}</g>${key}${textSvg(x + lead, middle + 4.5, text, { room: WIDTH - 12 - lead })}`;
    x += wide + GAP;
    return item;
  });
  if (entries.length === 0) return { height: 0, body: '' };
  return { height: y + ROW - top, body: `<g class="legend">${items.join('')}</g>` };
}

function swatchSvg(swatch: Swatch, index: number, x: number, y: number): string {
  if (swatch === 'bar') return pathSvg(`M${at(x)} ${at(y - 5)}h11v10h-11z`, 'b');
  const mark = pathSvg(marker(index, x + (swatch === 'line' ? 14 : 6), y), 'm');
  return swatch === 'line' ? `${pathSvg(`M${at(x)} ${at(y)}h28`, 'l')}${mark}` : mark;
}

/** Sentences below a chart. */
export function notesSvg(notes: readonly string[], top: number): Drawing {
  const lines = notes.flatMap((note) => wrapped(note, SMALL, WIDTH - 12));
  const body = lines.map((line, l) => `<text x="6" y="${at(top + 13 + 15 * l)}" class="note">${escape(line)}</text>`);
  return { height: lines.length * 15, body: body.join('') };
}
