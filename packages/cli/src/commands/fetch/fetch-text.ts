import { formatBytes } from '@spmv/core';
import { counted, grouped } from '@spmv/engine/basics';
import type { IndexEntry } from '../../collection/collection-index.ts';
import { tableText } from '../../documents/layout.ts';
import type { Column } from '../../output/table.ts';
import type { Terminal } from '../../output/terminal.ts';
import { visibleWidth } from '../../output/wrap.ts';

/** One matrix of `spmv.fetch/1`. */
export interface FetchRow {
  readonly id: string;
  readonly status: 'fetched' | 'kept' | 'failed';
  /** Of the matrix. */
  readonly path: string | null;
  /** Of all files together. */
  readonly bytes: number | null;
  readonly files: readonly { readonly file: string; readonly bytes: number; readonly sha256: string }[];
  readonly from?: string;
  readonly fetched?: string;
  readonly archiveBytes?: number;
  readonly archiveSha256?: string;
  readonly reason: string | null;
  readonly fix: string | null;
}

/** As many lines of what was found as one reads. */
const MOST_LINES = 40;

function symmetryText({ rows, cols, ...entry }: IndexEntry): string {
  if (entry.positiveDefinite) return 'positive definite';
  if (rows === cols && entry.numericalSymmetry === 1) return 'symmetric';
  return rows === cols && entry.patternSymmetry === 1 ? 'pattern' : '';
}

/** What a search found. */
export function foundText(terminal: Terminal, found: readonly IndexEntry[]): string {
  if (found.length === 0) return 'Nothing is like this: ask for less, or for a wider range.';
  const shown = found.slice(0, MOST_LINES);
  const table = tableText(
    terminal,
    [
      { header: 'matrix', cell: ({ id }) => id },
      { header: 'rows', align: 'right', cell: ({ rows }) => grouped(rows) },
      { header: 'columns', align: 'right', rank: 2, cell: ({ cols }) => grouped(cols) },
      { header: 'entries', align: 'right', cell: ({ nnz }) => grouped(nnz) },
      { header: 'values', rank: 1, cell: ({ values }) => values },
      { header: 'symmetry', least: 9, rank: 3, cell: symmetryText },
      { header: 'kind', least: 16, cell: ({ kind }) => kind },
    ],
    shown,
  );
  const rest = found.length - shown.length;
  return [
    table,
    ...(rest > 0 ? [`… and ${counted(rest, 'larger one', 'larger ones')}; --json lists all.`] : []),
    '',
    `${counted(found.length, 'matrix', 'matrices')}; spmv fetch NAME gets one, --get all.`,
  ].join('\n');
}

const STATUS = { fetched: 'fetched', kept: 'was here', failed: 'failed' } as const;

/** What came of each, as a part of a text; none where nothing was asked for. Paths are there to be copied: where a column has no room for them, they are whole on lines of their own. */
export function fetchedText(terminal: Terminal, rows: readonly FetchRow[]): readonly string[] {
  if (rows.length === 0) return [];
  const columns: readonly Column<FetchRow>[] = [
    { header: 'matrix', cell: ({ id }) => id },
    { header: '', cell: ({ status }) => STATUS[status] },
    { header: 'size', align: 'right', cell: ({ bytes }) => (bytes === null ? '' : formatBytes(bytes)) },
  ];
  const paths = rows.flatMap(({ path }) => (path === null ? [] : [path]));
  const table = tableText(terminal, columns, rows);
  const [tableWidth, pathWidth] = [table.split('\n'), paths].map((lines) => Math.max(0, ...lines.map(visibleWidth)));
  if ((tableWidth as number) + 2 + (pathWidth as number) > terminal.width) return [[table, ...paths].join('\n')];
  return [tableText(terminal, [...columns, { header: 'file', cell: ({ path }) => path ?? '' }], rows)];
}
