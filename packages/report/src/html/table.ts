import type { Cell, TableBlock, TableColumn } from '../model/table.ts';
import { formatNumber } from '../numbers.ts';
import { escape } from './escape.ts';

/** A table with its caption. */
export function tableHtml({ title, columns, rows, note }: TableBlock): string {
  const body = rows.map((row) => `<tr>${columns.map((column, c) => cellHtml(column, row[c] ?? null)).join('')}</tr>`);
  const said = note === undefined ? '' : `<p class="note">${escape(note)}</p>`;
  return `<table><caption>${escape(title)}</caption><thead>${headHtml(columns)}</thead><tbody>${body.join('\n')}</tbody></table>${said}`;
}

function cellHtml({ kind, digits }: TableColumn, cell: Cell): string {
  if (cell === null) return '<td>–</td>';
  if (typeof cell === 'string') return `<td>${escape(cell)}</td>`;
  return `<td class="number" data-value="${cell}">${kind === 'number' ? formatNumber(cell, digits) : String(cell)}</td>`;
}

function headHtml(columns: readonly TableColumn[]): string {
  const labels = columns.map(
    ({ label, unit }) => `<th scope="col">${escape(unit === undefined ? label : `${label}, ${unit}`)}</th>`,
  );
  return `<tr>${labels.join('')}</tr>`;
}
