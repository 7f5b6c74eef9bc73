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
import type { ChangeLimits, ComparedRow, ChangeVerdict } from './judge.ts';
import { busyWith, compareDocuments } from './judge.ts';

export interface CompareFlags extends ReportFlags, ChangeLimits {}

function geometricMean(rows: readonly ComparedRow[]): number | null {
  const ratios = rows.flatMap(({ ratio }) => (ratio === null ? [] : [ratio]));
  return ratios.length === 0 ? null : Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length);
}

/** Says so when nearly all cases moved by about one factor: then it is rather the machine than the code. */
function drift(rows: readonly ComparedRow[]): string | undefined {
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

/** What is known of other work on the machine while a file was measured, where that says less of the times than they seem to. */
function loadNote(path: string, document: BenchDocument): readonly string[] {
  const busy = busyWith(document);
  if (busy !== undefined) return [`note: ${path} is of a busy machine: ${busy}.`];
  const isTold = typeof document.host?.othersCpu === 'number';
  return isTold ? [] : [`note: ${path} does not say how busy its machine was while it was measured.`];
}

/** What the exit code stands for. */
function exitOf(rows: readonly ComparedRow[]): ExitCode {
  const some = (...wanted: readonly ChangeVerdict[]): boolean => rows.some(({ verdict }) => wanted.includes(verdict));
  if (some('slower', 'broken')) return EXIT.regression;
  const isCommon = some('faster', 'same', 'repaired');
  return isCommon && !some('not comparable') ? EXIT.ok : EXIT.failed;
}

/** What changed, as the first section of a report. */
function changes(rows: readonly ComparedRow[], summary: string): Section {
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
  const rows = compareDocuments(a, b, flags);
  const mean = geometricMean(rows);
  const sameHost = a.host?.cpu === b.host?.cpu && a.host?.node === b.host?.node;
  if (!sameHost)
    terminal.note(
      `note: A was measured on ${a.host?.cpu ?? '?'}, Node ${a.host?.node ?? '?'}; B on ${b.host?.cpu ?? '?'}, Node ${b.host?.node ?? '?'}.`,
    );
  const notes = [...outOfTimeNote(pathA, a), ...outOfTimeNote(pathB, b), ...loadNote(pathA, a), ...loadNote(pathB, b)];
  for (const note of notes) terminal.note(note);
  const drifted = drift(rows);
  if (drifted !== undefined) terminal.note(drifted);
  const count = (verdict: ChangeVerdict): number => rows.filter((row) => row.verdict === verdict).length;
  const styles = {
    slower: 'red',
    broken: 'red',
    faster: 'green',
    repaired: 'green',
    same: 'dim',
    'not comparable': 'yellow',
    'only in A': 'yellow',
    'only in B': 'yellow',
  } as const;
  const isCommon = rows.some(({ verdict }) => !verdict.startsWith('only in'));
  const shown = rows.filter(({ verdict }) => verdict !== 'same');
  const unit = unitFor(
    TIME_UNITS,
    shown.flatMap(({ aMs, bMs }) => [aMs, bMs]),
  );
  const few = count('not comparable');
  const summary = [
    `${counted(rows.length, 'case', 'cases')}: ${count('faster')} faster, ${count('slower')} slower, ${count('same')} the same, ${count('broken')} broken, ${few === 0 ? '' : `${few} not comparable, `}${count('only in A') + count('only in B')} in one file only${mean === null ? '' : `; B takes ${times(mean)} the time of A (geometric mean)`}.`,
    ...(isCommon ? [] : ['Nothing is in both: give two files of the same matrices, options and selection.']),
    ...(few === 0
      ? []
      : ['Not comparable: busy machine. Measure both again when nothing else runs, or with spmv bench --processes 5.']),
    `A difference counts above ${flags.threshold} % and below p = ${flags.significance}.`,
  ].join(' ');
  await publish(context, {
    document: {
      schema: 'spmv.compare/1',
      a: pathA,
      b: pathB,
      threshold: flags.threshold,
      significance: flags.significance,
      sameHost,
      othersCpu: { a: a.host?.othersCpu ?? null, b: b.host?.othersCpu ?? null },
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
  return exitOf(rows);
}
