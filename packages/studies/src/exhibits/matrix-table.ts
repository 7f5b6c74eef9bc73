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

function factOf({ facts }: StudyMatrix, what: MatrixFactName): number | null {
  return facts.find((fact) => fact.what === what)?.value ?? null;
}

function sourceText({ source }: StudyMatrix): string {
  // Why stands with all that was not run.
  if (source.kind === 'notRun') return 'not run';
  if (source.kind === 'stored') return 'the matrix itself';
  const assumed = source.assumed.length === 0 ? '' : `; ${source.assumed.join(' and ')} assumed`;
  return `stand-in (${source.like}${assumed})`;
}

/** What is less far off is rounding: a deviation is met within 1 %. */
const LEAST_MISS = 1;

/** By how many per cent what was run misses each fact; where facts differ, the one that it is nearest to. */
function missesOf({ facts }: StudyMatrix, ran: RunMatrix): string {
  return FACTS.flatMap(({ fact, label, here }) => {
    const misses = facts.flatMap(({ what, value }) =>
      what === fact ? [value === here(ran) ? 0 : (100 * (here(ran) - value)) / Math.abs(value)] : [],
    );
    const miss = misses.toSorted((a, b) => Math.abs(a) - Math.abs(b))[0] ?? 0;
    return Math.abs(miss) < LEAST_MISS ? [] : [`${label} ${miss > 0 ? '+' : '−'}${Math.abs(miss).toPrecision(3)} %`];
  }).join(', ');
}

function column({ label, unit }: FactColumn, group: string): TableColumn {
  return { label, kind: 'number', digits: 6, group, ...(unit === undefined ? {} : { unit }) };
}

/** What is known of each matrix with its source beside what was run in its place, and where the facts are from. */
export function matrixTable({ matrices }: Study, run: StudyRun): readonly TableBlock[] {
  const rows = matrices.map((matrix): readonly Cell[] => {
    const ran = run.matrices.find(({ name }) => name === matrix.name);
    return [
      matrix.name,
      ran === undefined || ran.source === sourceOf(matrix) ? sourceText(matrix) : ran.source,
      ...FACTS.map(({ fact }) => factOf(matrix, fact)),
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
      note: 'Sectors of x: distinct aligned 32-byte sectors of x in f64 that the entries of a row lie in, on average over all rows. σ is the population standard deviation of entries per row, mean deviation the mean absolute deviation over the mean.',
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
