import type { Cell, TableBlock, TableColumn } from '../model/table.ts';
import { formatNumber } from '../numbers.ts';
import { escape } from './escape.ts';
import { foreign } from './text.ts';

/** A table with its caption, in a box that scrolls where the page is narrow. */
export function tableHtml({ title, columns, rows, note }: TableBlock): string {
  // End tags that HTML can do without are left out: a large table is half as long.
  const body = rows.map((row) => `<tr>${columns.map((column, c) => cellHtml(column, row[c] ?? null, c)).join('')}`);
  const said = note === undefined ? '' : `<p class="note">${foreign(note)}</p>`;
  // Words wrap to the width of the page; numbers are not to be torn from one another.
  const words = columns.every(({ kind }) => kind === 'text') ? ' class=words' : '';
  const none = rows.length === 0 ? '<p class="note">No rows.</p>' : '';
  return `<div class="scroll" role="group" tabindex="0" aria-label="${escape(title)}"><table${words}><caption>${foreign(title)}</caption>
<thead>${groupsHtml(columns)}<tr>${columns.map(headHtml).join('')}</thead>
<tbody>
${body.join('\n')}
</tbody></table></div>${none}${said}`;
}

/** Shades from nothing to `darkest`, each of half a decade. */
const SHADES = 8;

function shadeOf(darkest: number | undefined, cell: number): string {
  if (darkest === undefined || !(cell > 0)) return '';
  if (cell > darkest) return ' over';
  return ` d${Math.max(1, SHADES - Math.floor(2 * Math.log10(darkest / cell)))}`;
}

function cellHtml({ kind, digits, darkest }: TableColumn, cell: Cell, place: number): string {
  if (cell === null) return kind === 'number' ? '<td class=n>–' : '<td>–';
  if (typeof cell === 'string') return place === 0 ? `<th scope=row>${foreign(cell)}</th>` : `<td>${foreign(cell)}`;
  const text = formatNumber(cell, digits);
  // What a script could not read back is beside it.
  const value = Number.isNaN(Number(text)) ? ` data-v=${cell}` : '';
  const shade = shadeOf(darkest, cell);
  return `<td class=${shade === '' ? 'n' : `"n${shade}"`}${value}>${text}`;
}

function headHtml({ label, unit, kind }: TableColumn): string {
  const text = unit === undefined || unit === '' ? label : `${label}, ${unit}`;
  return `<th scope=col${kind === 'number' ? ' class=n' : ''}>${foreign(text)}</th>`;
}

/** The headings over several columns, where there are some. */
function groupsHtml(columns: readonly TableColumn[]): string {
  if (columns.every(({ group }) => group === undefined)) return '';
  const groups: { readonly name: string; count: number }[] = [];
  for (const { group = '' } of columns) {
    const last = groups.at(-1);
    if (last?.name === group) last.count++;
    else groups.push({ name: group, count: 1 });
  }
  const cells = groups.map(({ name, count }) =>
    name === '' ? `<td colspan=${count}></td>` : `<th scope=colgroup colspan=${count}>${foreign(name)}</th>`,
  );
  return `<tr>${cells.join('')}`;
}
