import { formatBytes } from '@spmv/core';
import { statusStyle } from './status-style.ts';
import { counted, formatMs, grouped, paramsText, sentences, significant, times } from '../output/numbers.ts';
import { printable } from '../output/printable.ts';
import type { Column } from '../output/table.ts';
import { renderTable } from '../output/table.ts';
import type { Terminal } from '../output/terminal.ts';
import type { MatrixBlock } from '../engine/matrix-block.ts';
import type { BenchResult, ValidateResult } from './result.ts';
import { heldBytes } from './result.ts';

/** `memplus  17 758 × 17 758, 126 150 entries, 7.10 a row, longest 574, σ/mean 311 %`. */
export function matrixLine(terminal: Terminal, matrix: MatrixBlock): string {
  const { rows, cols, nnz, meanRow, maxRow, emptyRows, relativeStandardDeviation } = matrix;
  const empty = emptyRows > 0 ? `, ${grouped(emptyRows)} empty` : '';
  return `${terminal.style('bold', printable(matrix.name, { line: true }))}  ${grouped(rows)} × ${grouped(cols)}, ${counted(nnz, 'entry', 'entries')}, ${significant(meanRow)} a row, longest ${grouped(maxRow)}, σ/mean ${significant(relativeStandardDeviation)} %${empty}`;
}

export function paramsOf(result: ValidateResult): string {
  return paramsText(result.formatParams, result.kernelParams, result.launchParams);
}

const identity: readonly Column<ValidateResult>[] = [
  { header: '', cell: ({ precision }) => precision ?? '' },
  { header: 'format', cell: ({ format }) => format },
  { header: 'kernel', cell: ({ kernel }) => kernel ?? '' },
  { header: 'backend', cell: ({ backend }) => backend },
  { header: 'parameters', cell: paramsOf },
];

function formatBytesOrNone(bytes: number | null): string {
  return bytes === null ? '' : formatBytes(bytes);
}

const storage: Column<ValidateResult> = {
  header: 'storage',
  align: 'right',
  cell: (result) => formatBytesOrNone(heldBytes(result)),
};
const error: Column<ValidateResult> = {
  header: 'error',
  align: 'right',
  cell: ({ errorRatio }) => (errorRatio === null ? '' : significant(errorRatio)),
};
const unjudged: Column<ValidateResult> = {
  header: 'overflow',
  align: 'right',
  cell: ({ unjudged: count }) => (count ? grouped(count) : ''),
};

function benchColumns(): readonly Column<BenchResult>[] {
  return [
    ...identity,
    storage,
    { header: 'convert', align: 'right', cell: ({ convertMs }) => formatMs(convertMs) },
    { header: 'prepare', align: 'right', cell: ({ prepareMs }) => formatMs(prepareMs) },
    { header: 'median', align: 'right', cell: ({ medianMs }) => formatMs(medianMs) },
    {
      header: '±',
      align: 'right',
      cell: ({ madMs, medianMs }) =>
        madMs === null || medianMs === null ? '' : `${significant((100 * madMs) / medianMs)} %`,
    },
    { header: 'clock', cell: ({ clock }) => clock ?? '' },
    { header: 'GFLOP/s', align: 'right', cell: ({ gflops }) => significant(gflops) },
    { header: 'GB/s', align: 'right', cell: ({ gbPerSecond }) => significant(gbPerSecond) },
    { header: 'speed-up', align: 'right', cell: ({ speedup }) => times(speedup) },
    error,
    unjudged,
  ];
}

function validateColumns(terminal: Terminal): readonly Column<ValidateResult>[] {
  return [
    ...identity,
    { header: 'status', cell: ({ status }) => statusStyle(terminal, status) },
    storage,
    error,
    unjudged,
    { header: 'A·x against b', align: 'right', cell: ({ solutionError }) => significant(solutionError) },
  ];
}

/** Rows that are not ok, gathered by reason: `refused  ellpack, ellpack-r: needs 17.3 GB …`. */
function others(terminal: Terminal, results: readonly ValidateResult[]): readonly string[] {
  const groups = new Map<string, { readonly status: string; readonly names: Set<string> }>();
  for (const result of results) {
    const words = sentences(result.reason, result.fix);
    const key = `${result.status}\n${words}`;
    const group = groups.get(key) ?? { status: result.status, names: new Set<string>() };
    groups.set(key, group);
    const whole =
      result.status === 'failed'
        ? [result.precision, result.format, result.kernel, paramsOf(result)]
        : [result.precision, result.format];
    group.names.add([result.backend, ...whole].filter((part) => part !== null && part !== '').join(' '));
  }
  return [...groups].map(
    ([key, { status, names }]) =>
      `${statusStyle(terminal, status)}  ${[...names].join(', ')}: ${key.split('\n').slice(1).join(' ')}`,
  );
}

const OVERFLOW =
  'overflow: elements not judged, because their sum overflows in some order; infinities and NaN are accepted there.';

function block(terminal: Terminal, table: string, results: readonly ValidateResult[]): string {
  const note = results.some(({ status, unjudged: count }) => status === 'ok' && count) ? OVERFLOW : '';
  return [
    table,
    note,
    ...others(
      terminal,
      results.filter(({ status }) => status !== 'ok'),
    ),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

/** Times of one matrix, fastest first within a precision, then what did not run and why. */
export function benchTable(terminal: Terminal, results: readonly BenchResult[]): string {
  const precisions = [...new Set(results.map(({ precision }) => precision))];
  const ok = results.filter(({ status }) => status === 'ok');
  const sorted = [...ok].sort(
    (a, b) =>
      precisions.indexOf(a.precision) - precisions.indexOf(b.precision) ||
      (a.medianMs ?? Infinity) - (b.medianMs ?? Infinity),
  );
  const table = renderTable(benchColumns(), sorted, (text) => terminal.style('dim', text));
  return block(terminal, table, results);
}

/** Checks of one matrix, then what did not run and why. */
export function validateTable(terminal: Terminal, results: readonly ValidateResult[]): string {
  const table = renderTable(
    validateColumns(terminal),
    results.filter(({ status }) => status === 'ok'),
    (text) => terminal.style('dim', text),
  );
  return block(terminal, table, results);
}
