import type { BarSeries } from '../model/charts.ts';
import type { ReportBlock, Section } from '../model/report.ts';
import type { BenchDocument } from './bench-document.ts';
import { factsOf } from './facts.ts';
import { groupedBars } from './groups.ts';
import type { TimedRow } from './rows.ts';
import { axisFor, distinct, formatName, placeName, rateOf, timedRows } from './rows.ts';

/** Cases that are drawn: those that differ most. */
const MOST_DRAWN = 30;

function partsOf(row: TimedRow): readonly string[] {
  return [row.problem, row.precision, row.kernel ?? formatName(row), placeName(row), row.params];
}

function nameOf(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}

function caseName(row: TimedRow): string {
  return nameOf(partsOf(row));
}

/** What cases are called where they are drawn: without what is the same for all, and without parameters that tell none apart. */
function shortNames(cases: readonly Case[]): readonly string[] {
  const parts = cases.map(({ rows }) => rows.flatMap((row) => (row === undefined ? [] : [partsOf(row)]))[0] ?? []);
  const differs = (place: number): boolean => new Set(parts.map((own) => own[place])).size > 1;
  const shown = parts.map((own) => own.filter((_, place) => place > 1 || differs(place)));
  const plain = shown.map((own) => nameOf(own.slice(0, -1)));
  return shown.map((own, s) =>
    plain.some((other, o) => o !== s && other === plain[s]) ? nameOf(own) : (plain[s] ?? ''),
  );
}

/** What a case takes in two documents. */
interface Ratio {
  /** Time in the later one over that in the first: above 1 is slower. */
  readonly value: number;
  /** From the ends of both intervals. */
  readonly low: number | null;
  readonly high: number | null;
}

function ratioOf(before: TimedRow, after: TimedRow): Ratio | null {
  if (!(before.medianMs > 0)) return null;
  const over = (a: number | null, b: number | null): number | null =>
    a === null || b === null || !(b > 0) ? null : a / b;
  return {
    value: after.medianMs / before.medianMs,
    low: over(after.lowMs, before.highMs),
    high: over(after.highMs, before.lowMs),
  };
}

interface Case {
  readonly name: string;
  /** By document. */
  readonly rows: readonly (TimedRow | undefined)[];
  readonly ratios: readonly (Ratio | null)[];
}

function casesOf(documents: readonly BenchDocument[]): readonly Case[] {
  const keyed = documents.map(
    (document) => new Map(timedRows(document.rows).map((row) => [`${row.operation} ${caseName(row)}`, row])),
  );
  const keys = distinct(keyed.flatMap((rows) => [...rows.keys()]));
  return keys.map((key) => {
    const rows = keyed.map((own) => own.get(key));
    const [first] = rows;
    const named = rows.find((row) => row !== undefined);
    return {
      name: named === undefined ? key : caseName(named),
      rows,
      ratios: rows.slice(1).map((row) => (first && row ? ratioOf(first, row) : null)),
    };
  });
}

/** Facts beside one another. */
function factsTable(documents: readonly BenchDocument[]): ReportBlock {
  const facts = documents.map((document) => new Map(factsOf(document).map(({ label, value }) => [label, value])));
  return {
    kind: 'table',
    title: 'Where and how each was measured',
    columns: ['what', ...documents.map(({ name }) => name)].map((label) => ({ label, kind: 'text' })),
    rows: distinct(facts.flatMap((own) => [...own.keys()])).map((label) => [
      label,
      ...facts.map((own) => own.get(label) ?? null),
    ]),
  };
}

/** The ratios that are furthest from 1, and all cases as a table. */
function ratioBlocks(documents: readonly BenchDocument[], cases: readonly Case[]): readonly ReportBlock[] {
  const [first, ...others] = documents;
  const both = cases.filter(({ ratios }) => ratios.some((ratio) => ratio !== null));
  if (first === undefined || both.length === 0)
    return [{ kind: 'text', tone: 'note', text: 'No combination was measured in more than one of them.' }];
  const far = ({ ratios }: Case): number =>
    Math.max(...ratios.map((ratio) => (ratio === null ? 0 : Math.abs(Math.log(ratio.value)))));
  const drawn = [...both].sort((a, b) => far(b) - far(a)).slice(0, MOST_DRAWN);
  const series = others.map(({ name }, d): BarSeries => {
    const own = drawn.map(({ ratios }) => ratios[d] ?? null);
    return {
      name,
      values: own.map((ratio) => ratio?.value ?? null),
      low: own.map((ratio) => ratio?.low ?? null),
      high: own.map((ratio) => ratio?.high ?? null),
    };
  });
  const value = axisFor(
    { label: `time over that in ${first.name}` },
    series.flatMap(({ values }) => values),
  );
  const columns = [
    { label: 'case', kind: 'text' } as const,
    ...documents.map(({ name }) => ({ label: 'median', unit: 'µs', kind: 'number', group: name }) as const),
    ...others.flatMap(({ name }) =>
      ['ratio', 'low', 'high'].map(
        (label) => ({ label, kind: 'number', group: `${name} over ${first.name}` }) as const,
      ),
    ),
  ];
  return [
    {
      kind: 'chart',
      title:
        both.length > MOST_DRAWN
          ? `Time, later over first: the ${MOST_DRAWN} that differ most`
          : 'Time, later over first',
      chart: {
        kind: 'bar',
        categories: shortNames(drawn),
        value,
        series,
        line: { label: 'the same', at: 1 },
      },
    },
    {
      kind: 'table',
      title: 'Time of every combination in each document',
      columns,
      rows: cases.map(({ name, rows, ratios }) => [
        name,
        ...rows.map((row) => (row === undefined ? null : row.medianMs * 1000)),
        ...ratios.flatMap((ratio) => [ratio?.value ?? null, ratio?.low ?? null, ratio?.high ?? null]),
      ]),
      note: 'A ratio below 1 is faster than in the first document. Its ends are those of both 95 % intervals, so that an interval without 1 is more than chance.',
    },
  ];
}

/** Several documents beside one another, the first being what the others are compared with. */
export function sideBySide(documents: readonly BenchDocument[]): readonly Section[] {
  const named = documents.flatMap(({ name, rows }) => timedRows(rows).map((row) => ({ ...row, document: name })));
  const documentOf = new Map(named.map((row) => [row as TimedRow, row.document]));
  const best = distinct(named.map(({ precision }) => precision)).flatMap((precision) =>
    groupedBars(
      named.filter((row) => row.precision === precision && !row.isImported),
      {
        title: `${precision}: rate of the fastest in each document`,
        axis: { label: 'rate', unit: 'GFLOP/s' },
        categoryOf: ({ problem }) => problem,
        seriesOf: (row) => documentOf.get(row) ?? '',
        valueOf: rateOf,
      },
    ),
  );
  return [
    { id: 'documents', title: 'Documents', blocks: [factsTable(documents)] },
    { id: 'versions', title: 'Side by side', blocks: [...best, ...ratioBlocks(documents, casesOf(documents))] },
  ];
}
