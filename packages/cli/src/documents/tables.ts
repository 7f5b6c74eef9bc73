import { formatBytes } from '@spmv/core';
import type { BenchResult, ProblemBlocks, ProblemSummary, ValidateResult } from '@spmv/engine';
import { MOST_ROWS, inOrderOfTime, shownRows } from '@spmv/engine';
import { counted, grouped, sentences, significant } from '@spmv/engine/basics';
import { inFlags } from '../cli-error.ts';
import { printable } from '../output/printable.ts';
import type { Terminal } from '../output/terminal.ts';
import { bar, wrap } from '../output/wrap.ts';
import { tableText } from './layout.ts';
import type { ColumnChoice } from './result-columns.ts';
import { benchColumns, paramsOf, validateColumns } from './result-columns.ts';
import { statusStyle } from './status-style.ts';

/** How much of a table is shown. */
export interface TableView {
  /** Every row. */
  readonly all: boolean;
  /** These columns, and no others. */
  readonly columns?: readonly ColumnChoice[];
}

const USUAL: TableView = { all: false };

/** What a problem is, in words: of a stored matrix its rows, `17 758 × 17 758, 126 150 entries, …`; else the operands that were given. */
function problemWords({ problem, matrix }: ProblemBlocks): string {
  const given = Object.entries(problem.operands).map(([name, { source }]) =>
    printable(`${name}=${source}`, { line: true }),
  );
  if (!matrix) return given.join(' ');
  const { rows, cols, nnz, meanRow, maxRow, emptyRows, relativeStandardDeviation } = matrix;
  const empty = emptyRows > 0 ? `, ${grouped(emptyRows)} empty` : '';
  const words = `${grouped(rows)} × ${grouped(cols)}, ${counted(nnz, 'entry', 'entries')}, ${significant(meanRow)} a row, longest ${grouped(maxRow)}, σ/mean ${significant(relativeStandardDeviation)} %${empty}`;
  return [words, ...given].join(' ');
}

/** `memplus  17 758 × 17 758, 126 150 entries, 7.10 a row, longest 574, σ/mean 311 %`. */
export function problemLine(terminal: Terminal, blocks: ProblemBlocks): string {
  const name = terminal.style('bold', printable(blocks.problem.name, { line: true }));
  return wrap(`${name}  ${problemWords(blocks)}`.trimEnd(), terminal.width, 2);
}

/** `C: 45 056 of 16 777 216 elements compared`, where it was not all. */
export function sampledLines(terminal: Terminal, { sampled = [] }: ProblemSummary): readonly string[] {
  return sampled.map(({ operand, compared, elements }) =>
    wrap(`${operand}: ${grouped(compared)} of ${grouped(elements)} elements compared`, terminal.width, 2),
  );
}

/** `C: 18 × 18, 154 entries, 1.92 kB; 373 terms, 2.42 for each entry`, of a matrix that was made. */
export function madeLines(terminal: Terminal, rows: readonly ValidateResult[]): readonly string[] {
  const made = rows.find((row) => row.status === 'ok' && row.made)?.made;
  if (!made) return [];
  const { operand, rows: m, cols, nnz, bytes, terms } = made;
  const each = nnz > 0 ? `, ${significant(terms / nnz)} for each entry` : '';
  const words = `${operand}: ${grouped(m)} × ${grouped(cols)}, ${counted(nnz, 'entry', 'entries')}, ${formatBytes(bytes)}; ${counted(terms, 'term', 'terms')}${each}`;
  return [wrap(words, terminal.width, 2)];
}

/** Names of one reason that are written out. */
const MOST_NAMES = 4;

/** What shares a reason, as people name it: backends, formats and where, or whole combinations. */
function namesOf(status: ValidateResult['status'], rows: readonly ValidateResult[]): readonly string[] {
  const some = (values: readonly (string | null)[]): readonly string[] => [
    ...new Set(values.filter((value) => value !== null && value !== '').map(String)),
  ];
  // A backend that does not open has no kernels; compiled kernels may be missing on one that does.
  if (status === 'unavailable') return some(rows.map(({ backend, kernel }) => kernel ?? backend));
  if (status === 'failed')
    return some(
      rows.map((row) => [row.backend, row.precision, row.format, row.kernel, paramsOf(row)].filter(Boolean).join(' ')),
    );
  const whatOf = ({ format, kernel }: ValidateResult): string => format ?? kernel ?? 'all kernels';
  return some(rows.map(whatOf)).map((what) => {
    const those = rows.filter((row) => whatOf(row) === what);
    const precisions = some(those.map(({ precision }) => precision));
    const where = some(those.map(({ backend }) => backend)).join(', ');
    return `${what}${precisions.length === 1 ? ` ${precisions[0]}` : ''} on ${where}`;
  });
}

/** What everything is given once a device is lost. */
const LOST = 'BACKEND.FAILED';

/** Backends of which more combinations failed by themselves than are written out, with what the first of those was told: the others were told of the same end. */
function lostBackends(results: readonly ValidateResult[]): ReadonlyMap<string, string> {
  const failed = results.filter(({ code }) => code === LOST);
  return new Map(
    failed.flatMap(({ backend, status, reason, fix }, r): readonly (readonly [string, string])[] => {
      const those = failed.filter((one) => one.backend === backend);
      const isFirst = failed.findIndex((one) => one.backend === backend) === r;
      return isFirst && those.length > MOST_NAMES + 1 ? [[backend, `${status}\n${sentences(reason, fix)}`]] : [];
    }),
  );
}

/** Many combinations that ended alike: how many, and what the first of them was told. */
function together(terminal: Terminal, rows: readonly ValidateResult[], first: string, words: string): string {
  const where = [...new Set(rows.map(({ backend }) => backend))].join(', ');
  const text = `${grouped(rows.length)} combinations on ${where}, the first of them ${first}: ${words} The others: --all.`;
  return wrap(`${statusStyle(terminal, rows[0]?.status ?? '')}  ${printable(text, { line: true })}`, terminal.width, 2);
}

/** What is said of a row. */
const wordsOf = ({ reason, fix }: ValidateResult): string => sentences(reason, inFlags(fix ?? ''));

/** Rows that are not ok, gathered by reason, whatever kernel it names: `refused  ellpack on serial, threads: needs 17.3 GB …`. */
function others(terminal: Terminal, results: readonly ValidateResult[], all: boolean): readonly string[] {
  const lost = all ? new Map<string, string>() : lostBackends(results);
  const groups = new Map<string, ValidateResult[]>();
  for (const result of results) {
    const { status, code, backend, kernel, reason } = result;
    const isAlike = !all && status === 'refused' && kernel !== null;
    const said = isAlike ? (reason ?? '').replaceAll(`'${kernel}'`, '') : wordsOf(result);
    const key = (code === LOST && lost.get(backend)) || `${status}\n${said}`;
    groups.set(key, [...(groups.get(key) ?? []), result]);
  }
  return [...groups.values()].map((rows) => {
    const [first] = rows as [ValidateResult];
    const { status } = first;
    const names = namesOf(status, rows);
    const words = wordsOf(first);
    const many = !all && names.length > MOST_NAMES + 1;
    const differ = rows.some((row) => wordsOf(row) !== words);
    if (differ || (many && status === 'failed'))
      return together(terminal, rows, (differ ? first.kernel : names[0]) ?? '', words);
    const shown = many ? [...names.slice(0, MOST_NAMES), `${names.length - MOST_NAMES} more`] : names;
    const separator = status === 'refused' ? '; ' : ', ';
    return wrap(
      `${statusStyle(terminal, status)}  ${printable(shown.join(separator), { line: true })}: ${printable(words, { line: true })}`,
      terminal.width,
      2,
    );
  });
}

/** Backends and compiled kernels that could not be used, once for all matrices. */
export function unavailableLines(terminal: Terminal, results: readonly ValidateResult[]): readonly string[] {
  return others(
    terminal,
    results.filter(({ status }) => status === 'unavailable'),
    false,
  );
}

const OVERFLOW =
  'overflow: elements that were not judged, because their sum overflows in some order of summation; infinities and NaN are accepted there.';

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
    tableText(terminal, benchColumns(rows, columns), rows, columns ? { asked: true } : { filler: speed }),
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
  return block(
    terminal,
    tableText(terminal, validateColumns(rows, columns), rows, { asked: columns !== undefined }),
    results,
    rows.length,
    all,
  );
}
