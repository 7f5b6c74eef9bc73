import { printable } from './printable.ts';

/** One column of a table of rows `R`. */
export interface Column<R> {
  readonly header: string;
  readonly align?: 'left' | 'right';
  cell(row: R): string;
}

// Escape sequences take no place on the screen.
const ESCAPES = /\u001b\[[0-9;]*m/g;

function visible(text: string): number {
  return text.replace(ESCAPES, '').length;
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - visible(text)));
  return align === 'right' ? space + text : text + space;
}

/** Aligned text, two spaces between columns, columns without any content left out; '' for no rows. */
export function renderTable<R>(
  columns: readonly Column<R>[],
  rows: readonly R[],
  header: (text: string) => string = (text) => text,
): string {
  if (rows.length === 0) return '';
  const filled = columns
    .map((column) => ({ column, cells: rows.map((row) => printable(column.cell(row), { styled: true, line: true })) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  const widths = filled.map(({ column, cells }) => Math.max(visible(column.header), ...cells.map(visible)));
  const line = (texts: readonly string[], style: (text: string) => string): string =>
    texts
      .map((text, c) => style(pad(text, widths[c] ?? 0, filled[c]?.column.align ?? 'left')))
      .join('  ')
      .trimEnd();
  return [
    line(
      filled.map(({ column }) => column.header),
      header,
    ),
    ...rows.map((_, r) =>
      line(
        filled.map(({ cells }) => cells[r] ?? ''),
        (text) => text,
      ),
    ),
  ].join('\n');
}
