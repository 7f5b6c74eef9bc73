import type { BenchResult } from '@spmv/engine';
import { computedText, mannWhitney } from '@spmv/engine';
import { counted, significant, times } from '@spmv/engine/basics';
import type { Section } from '@spmv/report';
import type { Context } from '../../documents/context.ts';
import type { BenchDocument } from '../../documents/bench-document.ts';
import { readBenchDocument } from '../../documents/bench-document.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { EXIT } from '../../exit-codes.ts';
import { inUnit, TIME_UNITS, unitFor } from '../../documents/units.ts';
import { publish } from '../../output/publish.ts';
import { pageTo } from '../../documents/report-page.ts';
import { readReportDocuments } from '../../documents/report-documents.ts';
import { wrap } from '../../output/wrap.ts';
import type { ReportFlags } from '../flags/report.ts';
import { reportOf } from '../flags/report.ts';
import { tableText } from '../../documents/layout.ts';

export interface CompareFlags extends ReportFlags {
  /** Smallest change that counts, per cent. */
  readonly threshold: number;
  /** Largest p that counts. */
  readonly significance: number;
}

type Verdict = 'faster' | 'slower' | 'same' | 'broken' | 'repaired' | 'only in A' | 'only in B';

interface Row {
  readonly case: string;
  readonly verdict: Verdict;
  readonly aMs: number | null;
  readonly bMs: number | null;
  /** B over A: above 1 is slower. */
  readonly ratio: number | null;
  readonly p: number | null;
}

function keyOf(result: BenchResult): string {
  const params = [result.formatParams, result.kernelParams, result.launchParams]
    .map((group) =>
      Object.entries(group ?? {})
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => `${name}=${String(value)}`)
        .join(' '),
    )
    .filter((text) => text !== '');
  return [
    result.problem.name,
    result.operation,
    result.backend,
    result.kernel ?? result.format,
    result.precision ?? '',
    ...(result.stored === undefined ? [] : [`stored ${result.stored}`]),
    ...params,
  ].join(' ');
}

function judged(key: string, a: BenchResult | undefined, b: BenchResult | undefined, flags: CompareFlags): Row {
  const [aMs, bMs] = [a?.medianMs ?? null, b?.medianMs ?? null];
  const base = { case: key, aMs, bMs, ratio: null, p: null };
  if (!a || !b) return { ...base, verdict: a ? 'only in A' : 'only in B' };
  if (aMs !== null && bMs === null) return { ...base, verdict: 'broken' };
  if (aMs === null || bMs === null) return { ...base, verdict: bMs === null ? 'same' : 'repaired' };
  const ratio = bMs / aMs;
  const p = mannWhitney(a.samplesMs ?? [], b.samplesMs ?? []);
  const differs = p <= flags.significance && Math.abs(ratio - 1) * 100 >= flags.threshold;
  return { ...base, ratio, p, verdict: !differs ? 'same' : ratio > 1 ? 'slower' : 'faster' };
}

/** The results of a document by what they are of. */
function keyed({ results, options }: BenchDocument): ReadonlyMap<string, BenchResult> {
  const how = [computedText(options ?? {}), options?.cold === undefined ? '' : 'cold', options?.uploads ?? ''];
  return new Map(
    results.map((result) => [
      [keyOf(result), ...(result.imported ? ['imported'] : how)].filter((text) => text !== '').join(' '),
      result,
    ]),
  );
}

function compare(a: BenchDocument, b: BenchDocument, flags: CompareFlags): readonly Row[] {
  const [before, after] = [keyed(a), keyed(b)];
  return [...new Set([...before.keys(), ...after.keys()])].map((key) =>
    judged(key, before.get(key), after.get(key), flags),
  );
}

function geometricMean(rows: readonly Row[]): number | null {
  const ratios = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
  return ratios.length === 0 ? null : Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** Says so when nearly all cases moved by about one factor: then it is rather the machine than the code. */
function drift(rows: readonly Row[]): string | undefined {
  const ratios = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio])).sort((a, b) => a - b);
  if (ratios.length < 4) return undefined;
  const [low = 1, middle = 1, high = 1] = [0.1, 0.5, 0.9].map(
    (share) => ratios[Math.floor(share * (ratios.length - 1))],
  );
  if (Math.abs(Math.log(middle)) < 0.05 || high / low > 1.25) return undefined;
  return `note: nearly all cases changed alike (${times(low)} to ${times(high)}): perhaps the machine, not the code, was slower or busier in one of the runs.`;
}

/** What a time budget left out of a file. */
function outOfTimeNote(path: string, { outOfTime = [] }: BenchDocument): readonly string[] {
  if (outOfTime.length === 0) return [];
  const names = outOfTime.map(({ matrix, precision = '', whole, cases, samples }) => {
    const late = whole || !cases?.length ? '' : counted(cases.length, 'combination', 'combinations');
    const fewer = samples === undefined ? '' : `${samples} samples`;
    const part = [late, fewer].filter((text) => text !== '').join(', ');
    return `${`${matrix} ${precision}`.trim()}${part === '' ? '' : ` (${part})`}`;
  });
  return [
    `note: ${path} is not whole: its time budget left out ${names.join(', ')}. Go on with --resume ${path} before the fastest of the two are compared.`,
  ];
}

/** What changed, as the first section of a report. */
function changes(rows: readonly Row[], summary: string): Section {
  return {
    id: 'changes',
    title: 'What changed, beyond chance',
    blocks: [
      { kind: 'text', text: summary },
      {
        kind: 'table',
        title: 'Cases that changed',
        columns: [
          { label: 'case', kind: 'text' },
          { label: 'verdict', kind: 'text' },
          { label: 'A', unit: 'µs', kind: 'number' },
          { label: 'B', unit: 'µs', kind: 'number' },
          { label: 'B/A', kind: 'number' },
          { label: 'p', kind: 'number' },
        ],
        rows: rows.map(({ case: name, verdict, aMs, bMs, ratio, p }) => [
          name,
          verdict,
          aMs === null ? null : 1000 * aMs,
          bMs === null ? null : 1000 * bMs,
          ratio,
          p,
        ]),
      },
    ],
  };
}

/** `spmv compare A.json B.json`: what became faster, slower or broken from A to B, beyond chance. */
export async function run(context: Context, pathA: string, pathB: string, flags: CompareFlags): Promise<ExitCode> {
  const { terminal } = context;
  const { report } = reportOf(flags);
  const [a, b] = [readBenchDocument(pathA), readBenchDocument(pathB)];
  const rows = compare(a, b, flags);
  const mean = geometricMean(rows);
  const sameHost = a.host?.cpu === b.host?.cpu && a.host?.node === b.host?.node;
  if (!sameHost)
    terminal.note(
      `note: A was measured on ${a.host?.cpu ?? '?'}, Node ${a.host?.node ?? '?'}; B on ${b.host?.cpu ?? '?'}, Node ${b.host?.node ?? '?'}.`,
    );
  for (const note of [...outOfTimeNote(pathA, a), ...outOfTimeNote(pathB, b)]) terminal.note(note);
  const drifted = drift(rows);
  if (drifted !== undefined) terminal.note(drifted);
  const count = (verdict: Verdict): number => rows.filter((row) => row.verdict === verdict).length;
  const styles = {
    slower: 'red',
    broken: 'red',
    faster: 'green',
    repaired: 'green',
    same: 'dim',
    'only in A': 'yellow',
    'only in B': 'yellow',
  } as const;
  const shown = rows.filter(({ verdict }) => verdict !== 'same');
  const unit = unitFor(
    TIME_UNITS,
    shown.flatMap(({ aMs, bMs }) => [aMs, bMs]),
  );
  const summary =
    `${counted(rows.length, 'case', 'cases')}: ${count('faster')} faster, ${count('slower')} slower, ${count('same')} the same, ${count('broken')} broken, ${count('only in A') + count('only in B')} in one file only` +
    `${mean === null ? '' : `; B takes ${times(mean)} the time of A (geometric mean)`}. A difference counts above ${flags.threshold} % and below p = ${flags.significance}.`;
  await publish(context, {
    document: {
      schema: 'spmv.compare/1',
      a: pathA,
      b: pathB,
      threshold: flags.threshold,
      significance: flags.significance,
      sameHost,
      geometricMeanRatio: mean,
      outOfTime: { a: a.outOfTime ?? [], b: b.outOfTime ?? [] },
      rows,
    },
    rows,
    ...pageTo(report, {
      documents: report === undefined ? [] : [pathA, pathB].flatMap(readReportDocuments),
      first: [changes(shown, summary)],
    }),
    text: () =>
      [
        tableText(
          terminal,
          [
            { header: 'case', least: 20, cell: (row) => row.case },
            { header: `A ${unit.name}`, align: 'point', cell: ({ aMs }) => inUnit(aMs, unit) },
            { header: `B ${unit.name}`, align: 'point', cell: ({ bMs }) => inUnit(bMs, unit) },
            { header: 'B/A', align: 'point', cell: ({ ratio }) => significant(ratio) },
            { header: 'p', align: 'right', rank: 1, cell: ({ p }) => significant(p) },
            { header: '', cell: ({ verdict }) => terminal.style(styles[verdict], verdict) },
          ],
          shown,
        ),
        wrap(summary, terminal.width),
      ]
        .filter((text) => text !== '')
        .join('\n'),
  });
  return count('slower') + count('broken') > 0 ? EXIT.regression : EXIT.ok;
}
