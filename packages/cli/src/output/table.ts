import { printable } from './printable.ts';
import { visibleWidth, wrappedLines } from './wrap.ts';

/** One column of a table of rows `R`. */
export interface Column<R> {
  readonly header: string;
  /** `point`: numbers with their decimal points below one another. */
  readonly align?: 'left' | 'right' | 'point';
  cell(row: R): string;
  /** May be broken over several lines, down to so many columns. */
  readonly least?: number;
  /** Where there is no room the column with the lowest rank is left out; one without a rank stays. */
  readonly rank?: number;
}

/** A last column that takes the room that is left. */
export interface Filler<R> {
  readonly least: number;
  readonly most: number;
  cell(row: R, width: number): string;
}

export interface TableLayout<R> {
  /** Columns of the terminal. */
  readonly width: number;
  /** The style of the header. */
  header?(text: string): string;
  readonly filler?: Filler<R>;
}

interface Laid {
  readonly header: string;
  readonly align: 'left' | 'right';
  readonly least: number | undefined;
  readonly rank: number | undefined;
  readonly cells: readonly string[];
  /** Width of its longest word. */
  readonly longest: number;
  width: number;
}

const GAP = 2;
/** A name of so many characters stays whole: a kernel's id is there to be copied. */
const WHOLE = 40;
/** Of a column that no other way makes fit. */
const NARROWEST = 6;

/** Numbers padded on the right so that their points meet. */
function pointed(cells: readonly string[]): readonly string[] {
  const fractionOf = (cell: string): number => (/^[^.]*(?:\.(\d+))?/.exec(cell)?.[1]?.length ?? -1) + 1;
  const longest = Math.max(0, ...cells.map((cell) => (cell === '' ? 0 : fractionOf(cell))));
  return cells.map((cell) =>
    cell === '' || /[^\d.]/.test(cell) ? cell : cell + ' '.repeat(longest - fractionOf(cell)),
  );
}

function laidOut<R>({ header, align = 'left', cell, least, rank }: Column<R>, rows: readonly R[]): Laid {
  const bare = rows.map((row) => printable(cell(row), { styled: true, line: true }));
  const cells = align === 'point' ? pointed(bare) : bare;
  return {
    header,
    align: align === 'left' ? 'left' : 'right',
    least,
    rank,
    cells,
    longest: Math.max(...cells.flatMap((one) => one.split(/\s+/u)).map(visibleWidth)),
    width: Math.max(visibleWidth(header), ...cells.map(visibleWidth)),
  };
}

function total(columns: readonly Laid[], widthOf: (column: Laid) => number, filler: number): number {
  const widths = [...columns.map(widthOf), ...(filler > 0 ? [filler] : [])];
  return widths.reduce((sum, width) => sum + width, 0) + GAP * Math.max(0, widths.length - 1);
}

/** Takes from the widest column that may give until all fit or none can give more. */
function squeeze(columns: readonly Laid[], leastOf: (column: Laid) => number, width: number): void {
  for (;;) {
    const over = total(columns, (column) => column.width, 0) - width;
    const widest = columns.filter((column) => column.width > leastOf(column)).sort((a, b) => b.width - a.width)[0];
    if (over <= 0 || !widest) return;
    widest.width = Math.max(leastOf(widest), widest.width - Math.min(over, Math.max(1, widest.width >> 3)));
  }
}

/** The columns that fit, each with its width. */
function fitted(all: readonly Laid[], width: number, filler: number): readonly Laid[] {
  const leastOf = (column: Laid): number =>
    Math.min(
      column.width,
      column.least === undefined
        ? column.width
        : Math.max(column.least, visibleWidth(column.header), Math.min(column.longest, WHOLE)),
    );
  let columns = all;
  while (total(columns, leastOf, filler) > width) {
    const lowest = columns.reduce<Laid | undefined>(
      (low, column) => (column.rank !== undefined && column.rank < (low?.rank ?? Infinity) ? column : low),
      undefined,
    );
    if (!lowest) break;
    columns = columns.filter((column) => column !== lowest);
  }
  const room = width - (filler > 0 ? filler + GAP : 0);
  squeeze(columns, leastOf, room);
  squeeze(columns, (column) => Math.min(column.width, NARROWEST), room);
  return columns;
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - visibleWidth(text)));
  return align === 'right' ? space + text : text + space;
}

/** A table and what there was no room for. */
export interface FittedTable {
  readonly text: string;
  /** Headers of the columns left out. */
  readonly omitted: readonly string[];
}

/**
 * Aligned text no wider than asked for, two spaces between columns, columns without any content left out; '' for no rows. What does not fit is
 * broken over lines, or left out, as its column says.
 */
export function fitTable<R>(columns: readonly Column<R>[], rows: readonly R[], layout: TableLayout<R>): FittedTable {
  if (rows.length === 0) return { text: '', omitted: [] };
  const { width, filler, header = (text) => text } = layout;
  const filled = columns
    .map((column) => laidOut(column, rows))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const shown = fitted(filled, width, filler?.least ?? 0);
  const left = width - total(shown, (column) => column.width, 0) - GAP;
  const fill = filler && Math.min(filler.most, left) >= Math.min(filler.least, 1) ? Math.min(filler.most, left) : 0;
  const row = (texts: readonly string[], style: (text: string) => string, last: string): string => {
    const cells = texts.map((text, c) => wrappedLines(text, shown[c]?.width ?? width));
    const height = Math.max(1, ...cells.map(({ length }) => length));
    return Array.from({ length: height }, (_, l) =>
      [
        ...cells.map((lines, c) => style(pad(lines[l] ?? '', shown[c]?.width ?? 0, shown[c]?.align ?? 'left'))),
        ...(l === 0 && last !== '' ? [last] : []),
      ]
        .join(' '.repeat(GAP))
        .trimEnd(),
    ).join('\n');
  };
  const text = [
    row(
      shown.map((column) => column.header),
      header,
      '',
    ),
    ...rows.map((one, r) =>
      row(
        shown.map(({ cells }) => cells[r] ?? ''),
        (text) => text,
        filler && fill > 0 ? filler.cell(one, fill) : '',
      ),
    ),
  ].join('\n');
  return { text, omitted: filled.filter((column) => !shown.includes(column)).map((column) => column.header) };
}

/** The text alone. */
export function renderTable<R>(columns: readonly Column<R>[], rows: readonly R[], layout: TableLayout<R>): string {
  return fitTable(columns, rows, layout).text;
}
