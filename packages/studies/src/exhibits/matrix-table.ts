import type { Cell, TableBlock, TableColumn } from '@spmv/report';
import type { MatrixFactName, StudyMatrix } from '../matrices/study-matrix.ts';
import type { Study } from '../study.ts';
import type { RunMatrix, StudyRun } from '../study-run.ts';

interface FactColumn {
  readonly fact: MatrixFactName;
  readonly label: string;
  readonly unit?: string;
  here(matrix: RunMatrix): number;
}

const FACTS: readonly FactColumn[] = [
  { fact: 'rows', label: 'rows', here: ({ rows }) => rows },
  { fact: 'nnz', label: 'entries', here: ({ nnz }) => nnz },
  { fact: 'mean', label: 'mean row', here: ({ mean }) => mean },
  { fact: 'max', label: 'longest row', here: ({ max }) => max },
  { fact: 'deviation', label: 'σ', here: ({ deviation }) => deviation },
  {
    fact: 'percentAverageDeviation',
    label: 'mean deviation',
    unit: '%',
    here: ({ percentAverageDeviation }) => percentAverageDeviation,
  },
  { fact: 'bandwidth', label: 'bandwidth', here: ({ bandwidth }) => bandwidth },
];

/** What is in print of a matrix; where sources differ, what is nearest to what ran, or else what the first one says. */
function factOf({ facts }: StudyMatrix, { fact, here }: FactColumn, ran: RunMatrix | undefined): number | null {
  const values = facts.flatMap(({ what, value }) => (what === fact ? [value] : []));
  const miss = (value: number): number => (ran ? Math.abs(here(ran) - value) : 0);
  return values.toSorted((a, b) => miss(a) - miss(b))[0] ?? null;
}

function sourceText({ source }: StudyMatrix): string {
  // Why stands with all that was not run.
  if (source.kind === 'notRun') return 'not run';
  if (source.kind === 'stored') return 'the matrix itself';
  const assumed = source.assumed.length === 0 ? '' : `; ${source.assumed.join(' and ')} assumed`;
  return `stand-in (${source.like}${assumed})`;
}

/** What is less far off counts as met, in per cent. */
const LEAST_MISS = 1;

/** Half of the last digit of a number in print: what is no farther off is its rounding. */
function rounding(value: number): number {
  return 0.5 * 10 ** -(String(value).split('.')[1]?.length ?? 0);
}

/** By how many per cent what was run misses each fact that stands beside it. */
function missesOf(matrix: StudyMatrix, ran: RunMatrix): string {
  return FACTS.flatMap((column) => {
    const value = factOf(matrix, column, ran);
    if (value === null || Math.abs(column.here(ran) - value) <= rounding(value)) return [];
    const miss = (100 * (column.here(ran) - value)) / Math.abs(value);
    return Math.abs(miss) < LEAST_MISS
      ? []
      : [`${column.label} ${miss > 0 ? '+' : '−'}${Math.abs(miss).toPrecision(3)} %`];
  }).join(', ');
}

function column({ label, unit }: FactColumn, group: string): TableColumn {
  return { label, kind: 'number', digits: 6, group, ...(unit === undefined ? {} : { unit }) };
}

/** Which matrices of a run are no stand-ins, in words; empty where none is one. */
export function standInsText({ matrices }: Study, run: StudyRun): string {
  const made = new Set(matrices.flatMap(({ name, source }) => (source.kind === 'standIn' ? [name] : [])));
  const isMade = ({ name, source }: RunMatrix): boolean => made.has(name) && source.startsWith('gen:');
  const own = run.matrices.filter((ran) => !isMade(ran)).map(({ name }) => name);
  if (own.length === run.matrices.length) return '';
  return `Stand-ins are all${own.length === 0 ? '' : ` but ${own.join(', ')}`}.`;
}

/** What is known of each matrix with its source beside what was run in its place, and where the facts are from. */
export function matrixTable({ matrices }: Study, run: StudyRun): readonly TableBlock[] {
  const rows = matrices.map((matrix): readonly Cell[] => {
    const ran = run.matrices.find(({ name }) => name === matrix.name);
    return [
      matrix.name,
      ran === undefined || ran.source === sourceOf(matrix) ? sourceText(matrix) : ran.source,
      ...FACTS.map((column) => factOf(matrix, column, ran)),
      ...FACTS.map(({ here }) => (ran ? here(ran) : null)),
      ran?.sectorsPerRow ?? null,
      ran ? missesOf(matrix, ran) || 'nothing' : null,
    ];
  });
  return [
    {
      kind: 'table',
      title: 'Matrices: facts in print, and as run',
      columns: [
        { label: 'matrix', kind: 'text' },
        { label: 'run here', kind: 'text' },
        ...FACTS.map((fact) => column(fact, 'facts')),
        ...FACTS.map((fact) => column(fact, 'as run')),
        { label: 'sectors of x', kind: 'number', group: 'as run' },
        { label: 'misses by 1 % and more', kind: 'text', group: 'as run' },
      ],
      rows,
      note: 'Where sources differ, the fact is the one that is nearest to what was run; the table below has all. What rounds to a printed number meets it. Sectors of x: distinct aligned 32-byte sectors of x in f64 that the entries of a row lie in, on average over all rows. σ is the population standard deviation of entries per row, mean deviation the mean absolute deviation over the mean.',
    },
    {
      kind: 'table',
      title: 'Where the facts are from',
      columns: ['matrix', 'facts', 'from'].map((label) => ({ label, kind: 'text' })),
      rows: matrices.flatMap(({ name, facts }) =>
        [...new Set(facts.map(({ from }) => from))].map((source) => [
          name,
          facts.flatMap(({ what, value, from }) => (from === source ? [`${what} = ${value}`] : [])).join(', '),
          source,
        ]),
      ),
    },
  ];
}

function sourceOf({ source }: StudyMatrix): string | undefined {
  return source.kind === 'notRun' ? undefined : source.source;
}
