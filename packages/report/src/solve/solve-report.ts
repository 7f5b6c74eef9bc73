import { noDocuments } from '../bench/bench-document.ts';
import { hostFacts } from '../bench/facts.ts';
import { fieldsIn, numberIn, textIn } from '../bench/fields.ts';
import { distinct } from '../bench/rows.ts';
import type { ReportBlock, Fact, Report, ReportDocument } from '../model/report.ts';
import type { Point, Series } from '../model/series.ts';
import { formatNumber } from '../numbers.ts';
import { attemptsTable, factorsTable } from './factor-tables.ts';
import { levelTables } from './level-tables.ts';
import type { SolveDocument } from './solve-document.ts';
import { readSolve } from './solve-document.ts';

/** More points of a curve than this tell the eye nothing: marks would cover one another. */
const MOST_POINTS = 60;

/** Checks from the first to the last, evenly chosen. */
function thinned<T>(checks: readonly T[]): readonly T[] {
  if (checks.length <= MOST_POINTS) return checks;
  const step = (checks.length - 1) / (MOST_POINTS - 1);
  return Array.from({ length: MOST_POINTS }, (_, at) => checks[Math.round(at * step)] as T);
}

/** What tells a document from the others. */
function namesOf(documents: readonly SolveDocument[]): readonly string[] {
  const differ = (of: (document: SolveDocument) => string): boolean => distinct(documents.map(of)).length > 1;
  const parts = (document: SolveDocument): string =>
    [
      document.method,
      ...(differ(({ backend }) => backend) ? [document.backend] : []),
      ...(differ(({ precision }) => precision) ? [document.precision] : []),
    ].join(', ');
  const plain = documents.map(parts);
  return plain.map((name, d) => (plain.some((other, o) => o !== d && other === name) ? `${name} (${d + 1})` : name));
}

/** Residuals over iterations, of all solutions of one system. */
function convergence(matrix: string, documents: readonly SolveDocument[]): ReportBlock {
  const isRelative = documents.every(({ bNorm }) => bNorm !== null);
  const scaleOf = ({ bNorm }: SolveDocument): number => (isRelative && bNorm !== null ? bNorm : 1);
  const names = namesOf(documents);
  const curves = documents.map((document, d): Series => {
    const name = names[d] ?? '';
    return {
      name,
      points: thinned(document.history).map(({ iteration, residual }): Point => {
        const y = residual / scaleOf(document);
        return { x: iteration, y, label: `${formatNumber(y)} after ${iteration}` };
      }),
    };
  });
  const wanted = distinct(
    documents.flatMap((document) =>
      document.tolerance === null || document.tolerance <= 0 ? [] : [document.tolerance / scaleOf(document)],
    ),
  );
  const last = Math.max(1, ...documents.flatMap(({ history }) => history.map(({ iteration }) => iteration)));
  const lines = wanted.map((y): Series => {
    const label = `asked for: ${formatNumber(y)}`;
    return {
      name: wanted.length === 1 ? 'asked for' : label,
      points: [0, last].map((x) => ({ x, y, label })),
    };
  });
  return {
    kind: 'chart',
    title: `${matrix}: residual over iterations`,
    summary: `${documents.map(({ message }) => message).join('. ')}.`,
    chart: {
      kind: 'line',
      x: { label: 'iterations' },
      y: { label: isRelative ? '‖b − Ax‖ / ‖b‖' : '‖b − Ax‖', scale: 'log10' },
      series: [...curves, ...lines],
    },
  };
}

function verdicts(documents: readonly SolveDocument[]): ReportBlock {
  const isParted = documents.some(({ setupMs, iterationMs }) => setupMs !== null && iterationMs !== null);
  const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
  return {
    kind: 'table',
    title: 'How each ended',
    columns: [
      { label: 'matrix', kind: 'text' },
      { label: 'method', kind: 'text' },
      { label: 'backend', kind: 'text' },
      { label: 'precision', kind: 'text' },
      { label: 'ended', kind: 'text' },
      { label: 'iterations', kind: 'number' },
      { label: 'true residual', kind: 'number' },
      { label: 'asked for', kind: 'number' },
      { label: 'time', unit: 's', kind: 'number' },
      ...(isParted
        ? [
            { label: 'set-up', unit: 's', kind: 'number' as const },
            { label: 'iterations', unit: 's', kind: 'number' as const },
          ]
        : []),
    ],
    rows: documents.map((one) => [
      one.matrix,
      one.method,
      one.backend,
      one.precision,
      one.reason,
      one.iterations,
      one.residual,
      one.tolerance,
      seconds(one.ms),
      ...(isParted ? [seconds(one.setupMs), seconds(one.iterationMs)] : []),
    ]),
    note: 'The residual is ‖b − Ax‖ of the x that was given back, computed anew; the curves are what the methods had at their checks.',
  };
}

/** What is known of the system, where all documents are of one. */
function factsOf(documents: readonly SolveDocument[]): readonly Fact[] {
  const [first] = documents;
  if (!first) return [];
  const matrix = fieldsIn(first.fields, 'matrix');
  const [rows, cols, nnz] = ['rows', 'cols', 'nnz'].map((name) => numberIn(matrix, name));
  const isOne = documents.every((document) => document.matrix === first.matrix);
  const b = textIn(first.fields, 'b');
  return [
    ...hostFacts(fieldsIn(first.fields, 'host')),
    ...(isOne && rows && cols
      ? [{ label: 'Matrix', value: `${first.matrix}, ${rows} × ${cols}, ${nnz ?? '?'} entries` }]
      : []),
    ...(isOne && b !== null ? [{ label: 'Right-hand side', value: b }] : []),
  ];
}

/** A document without its solution, which nothing here shows. */
function withoutSolution({ name, document }: ReportDocument): ReportDocument {
  const { x: _, ...rest } = document as Readonly<Record<string, unknown>>;
  return { name, document: rest };
}

/**
 * The report of documents that `spmv solve --json` wrote: residuals over iterations on a logarithmic axis, one chart for each matrix and a curve for each document, and how each ended.
 * Errors: `REPORT.DOCUMENT`, also for none.
 */
export function solveReport(documents: readonly ReportDocument[]): Report {
  const read = documents.map(({ name, document }) => readSolve(name, document));
  const [first] = read;
  if (!first) throw noDocuments();
  const matrices = distinct(read.map(({ matrix }) => matrix));
  const unsolved = read.filter(({ reason }) => reason !== 'converged');
  return {
    title:
      matrices.length === 1
        ? `spmv solve: ${first.matrix}`
        : `spmv solve: ${first.matrix} and ${matrices.length - 1} more`,
    subtitle: read.length === 1 ? first.message : distinct(read.map(({ name }) => name)).join(', '),
    facts: factsOf(read),
    sections: [
      {
        id: 'convergence',
        title: 'Convergence',
        blocks: matrices.map((matrix) =>
          convergence(
            matrix,
            read.filter((one) => one.matrix === matrix),
          ),
        ),
      },
      {
        id: 'verdicts',
        title: 'Verdicts',
        blocks: [
          verdicts(read),
          ...factorsTable(read),
          ...levelTables(read),
          ...attemptsTable(read),
          ...unsolved.map(({ message, fix }): ReportBlock => ({
            kind: 'text',
            tone: 'bad',
            text: [message, fix ?? ''].filter((part) => part !== '').join('. '),
          })),
        ],
      },
    ],
    documents: documents.map(withoutSolution),
  };
}
