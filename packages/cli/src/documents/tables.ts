import { counted, grouped, sentences, significant } from '../output/numbers.ts';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import { bar, wrap } from '../output/wrap.ts';
import { tableText } from './layout.ts';
import type { MatrixBlock } from '../engine/matrix-block.ts';
import type { BenchResult, ValidateResult } from './result.ts';
import type { ColumnChoice } from './result-columns.ts';
import { benchColumns, paramsOf, validateColumns } from './result-columns.ts';
import { inOrderOfTime, MOST_ROWS, shownRows } from './shown-rows.ts';
import { statusStyle } from './status-style.ts';

/** How much of a table is shown. */
export interface TableView {
  /** Every row. */
  readonly all: boolean;
  /** These columns, and no others. */
  readonly columns?: readonly ColumnChoice[];
}

const USUAL: TableView = { all: false };

/** `memplus  17 758 × 17 758, 126 150 entries, 7.10 a row, longest 574, σ/mean 311 %`. */
export function matrixLine(terminal: Terminal, matrix: MatrixBlock): string {
  const { rows, cols, nnz, meanRow, maxRow, emptyRows, relativeStandardDeviation } = matrix;
  const empty = emptyRows > 0 ? `, ${grouped(emptyRows)} empty` : '';
  return wrap(
    `${terminal.style('bold', printable(matrix.name, { line: true }))}  ${grouped(rows)} × ${grouped(cols)}, ${counted(nnz, 'entry', 'entries')}, ${significant(meanRow)} a row, longest ${grouped(maxRow)}, σ/mean ${significant(relativeStandardDeviation)} %${empty}`,
    terminal.width,
    2,
  );
}

/** Names of one reason that are written out. */
const MOST_NAMES = 4;

/** Rows that are not ok, gathered by reason: `refused  ellpack, ellpack-r: needs 17.3 GB …`. */
function others(terminal: Terminal, results: readonly ValidateResult[], all: boolean): readonly string[] {
  const groups = new Map<string, { readonly status: string; readonly names: Set<string> }>();
  for (const result of results) {
    const words = sentences(result.reason, result.fix);
    const key = `${result.status}\n${words}`;
    const group = groups.get(key) ?? { status: result.status, names: new Set<string>() };
    groups.set(key, group);
    const whole = {
      ok: [],
      failed: [result.precision, result.format, result.kernel, paramsOf(result)],
      refused: [result.precision, result.format],
      unavailable: [],
    }[result.status];
    group.names.add([result.backend, ...whole].filter((part) => part !== null && part !== '').join(' '));
  }
  return [...groups].map(([key, { status, names }]) => {
    const many = !all && status !== 'failed' && names.size > MOST_NAMES + 1;
    const shown = many ? [...[...names].slice(0, MOST_NAMES), `${names.size - MOST_NAMES} more`] : [...names];
    return wrap(
      `${statusStyle(terminal, status)}  ${printable(shown.join(', '), { line: true })}: ${printable(key.split('\n').slice(1).join(' '), { line: true })}`,
      terminal.width,
      2,
    );
  });
}

/** Backends that could not be used, once for all matrices. */
export function unavailableLines(terminal: Terminal, results: readonly ValidateResult[]): readonly string[] {
  return others(
    terminal,
    results.filter(({ status }) => status === 'unavailable'),
    true,
  );
}

const OVERFLOW =
  'overflow: elements not judged, because their sum overflows in some order; infinities and NaN are accepted there.';

function block(
  terminal: Terminal,
  table: string,
  results: readonly ValidateResult[],
  shown: number,
  all: boolean,
): string {
  const ok = results.filter(({ status }) => status === 'ok');
  const left = ok.length - shown;
  return [
    table,
    left > 0 ? terminal.style('dim', `${grouped(left)} more: --all`) : '',
    ok.some(({ unjudged }) => unjudged) ? wrap(OVERFLOW, terminal.width, 2) : '',
    ...others(
      terminal,
      results.filter(({ status }) => status !== 'ok' && status !== 'unavailable'),
      all,
    ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const LEAST_BAR = 8;
const MOST_BAR = 40;

/** Times of one matrix, fastest first within a precision, each with a bar of its speed; then what did not run and why. */
export function benchTable(
  terminal: Terminal,
  results: readonly BenchResult[],
  { all, columns }: TableView = USUAL,
): string {
  const ok = results.filter(({ status }) => status === 'ok');
  const rows = all ? inOrderOfTime(ok) : shownRows(ok);
  const fastest = Math.min(...rows.map(({ medianMs }) => medianMs ?? Infinity));
  const speed = {
    least: LEAST_BAR,
    most: MOST_BAR,
    cell: ({ medianMs }: BenchResult, width: number) => (medianMs === null ? '' : bar(fastest / medianMs, width)),
  };
  return block(
    terminal,
    tableText(terminal, benchColumns(rows, columns), rows, columns ? undefined : speed),
    results,
    rows.length,
    all,
  );
}

/** The points with the largest errors, of each kernel on each backend one before a second of any. */
function worstRows(rows: readonly ValidateResult[]): readonly ValidateResult[] {
  const sorted = rows.toSorted((a, b) => (b.errorRatio ?? 0) - (a.errorRatio ?? 0));
  const seen = new Set<string>();
  const firsts = sorted.filter(({ precision, kernel, backend }) => {
    const key = [precision, kernel, backend].join(' ');
    return !seen.has(key) && seen.add(key);
  });
  return [...firsts, ...sorted.filter((row) => !firsts.includes(row))].slice(0, MOST_ROWS);
}

/** Checks of one matrix, the largest error first, then what did not run and why. */
export function validateTable(
  terminal: Terminal,
  results: readonly ValidateResult[],
  { all, columns }: TableView = USUAL,
): string {
  const ok = results.filter(({ status }) => status === 'ok');
  const rows = all ? ok : worstRows(ok);
  return block(terminal, tableText(terminal, validateColumns(rows, columns), rows), results, rows.length, all);
}
