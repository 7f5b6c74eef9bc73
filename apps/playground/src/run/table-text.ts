import type { BenchResult } from '@spmv/engine';

/** Columns of a table for other programs: numbers as they are, times in milliseconds. */
const COLUMNS = [
  'kernel',
  'format',
  'precision',
  'backend',
  'medianMs',
  'medianLowMs',
  'medianHighMs',
  'speedup',
  'gflops',
  'gbPerSecond',
  'errorRatio',
  'status',
] as const satisfies readonly (keyof BenchResult)[];

function cells(row: BenchResult): readonly string[] {
  return COLUMNS.map((column) => String(row[column] ?? ''));
}

/** Rows as comma-separated values (RFC 4180), their names in the first line. */
export function csvOf(rows: readonly BenchResult[]): string {
  const quoted = (cell: string): string => (/[",\n]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return [COLUMNS, ...rows.map(cells)].map((line) => `${line.map(quoted).join(',')}\n`).join('');
}

/** Rows as a table of Markdown. */
export function markdownOf(rows: readonly BenchResult[]): string {
  const line = (all: readonly string[]): string =>
    `| ${all.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return [line(COLUMNS), line(COLUMNS.map(() => '---')), ...rows.map((row) => line(cells(row)))].join('');
}
