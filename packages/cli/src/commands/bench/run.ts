import type { Context, Finisher } from '../../documents/context.ts';
import type { MatrixSummary } from '../../documents/run-document.ts';
import { benchRows } from '../../documents/bench-rows.ts';
import type { RunHead } from '../../documents/kept-run.ts';
import { askedOf, unshown } from '../../documents/kept-run.ts';
import { beginRun, countsLine, exitOfRun, nothingLines, optionsOf, runDocument } from '../../documents/run-document.ts';
import type { BenchResult } from '../../documents/result.ts';
import { withoutSamples } from '../../documents/result.ts';
import { benchTable, matrixLine } from '../../documents/tables.ts';
import { collect } from '../../documents/collect.ts';
import { openSession } from '../../engine/session.ts';
import { DEMO_MATRICES } from '../../matrices/bundled.ts';
import { matrixSource } from '../../matrices/matrix-source.ts';
import { counted } from '../../output/numbers.ts';
import { publish } from '../../output/publish.ts';
import type { Terminal } from '../../output/terminal.ts';
import { requireBackend } from '../require-backend.ts';
import { defaultMaxBytes, selectionOf } from '../flags/selection.ts';
import { checkRuns } from '../flags/timing.ts';
import type { BenchFlags } from './command.ts';

/** Remarks on how far the times of a matrix can be trusted. */
function remarks(rows: readonly BenchResult[]): readonly string[] {
  const timed = rows.filter(({ medianMs }) => medianMs !== null);
  const noisy = timed.filter(({ madMs, medianMs }) => (madMs ?? 0) > 0.1 * (medianMs ?? Infinity));
  if (noisy.length === 0) return [];
  return [
    `${noisy.length} of ${counted(timed.length, 'time varies', 'times vary')} by more than 10 %: something else keeps this machine busy.`,
  ];
}

function adviceLines(
  terminal: Terminal,
  { verdicts = [] }: MatrixSummary,
  rows: readonly BenchResult[],
): readonly string[] {
  return [
    ...verdicts.map(({ text }) => `${terminal.style('cyan', '→')} ${text}`),
    ...remarks(rows).map((text) => terminal.style('yellow', text)),
  ];
}

/** What is printed of one matrix. */
function matrixText(terminal: Terminal, summary: MatrixSummary, rows: readonly BenchResult[]): string {
  return [
    matrixLine(terminal, summary.matrix),
    benchTable(terminal, rows),
    ...adviceLines(terminal, summary, rows),
    '',
  ].join('\n');
}

/** `spmv bench M…`: every combination validated, and those that are right timed side by side. */
export async function run(context: Context, matrices: readonly string[], flags: BenchFlags): Promise<undefined> {
  const started = new Date().toISOString();
  checkRuns(flags.runs);
  const sources = (matrices.length > 0 ? matrices : DEMO_MATRICES).map(matrixSource);
  const { seed, runs, alpha, beta } = flags;
  const options = {
    selection: selectionOf(flags),
    seed,
    alpha,
    beta,
    runs,
    maxBytes: flags.maxBytes ?? defaultMaxBytes(),
  };
  const session = await openSession(context, options);
  try {
    requireBackend(session);
    await beginRun(
      context,
      'bench',
      { schema: 'spmv.bench/1', started, options: optionsOf(options), ...askedOf(options.selection, flags) },
      session,
    );
    await collect(context, session, sources, {
      ...benchRows(beta),
      text: (summary, rows) => matrixText(context.terminal, summary, rows),
    });
  } finally {
    await session.dispose();
  }
}

/** The document of a bench, or the matrices that were not printed yet and a last line. */
export const finish: Finisher = async (context, kept, ending) => {
  const document = runDocument<BenchResult>(kept, ending);
  const { results, host } = document;
  await publish(context, {
    document,
    rows: results.map(withoutSamples),
    text: () =>
      [
        ...unshown<BenchResult>(kept).map(({ summary, rows }) => matrixText(context.terminal, summary, rows)),
        ...nothingLines(document),
        `${counted(document.matrices.length, 'matrix', 'matrices')}: ${countsLine(results)}. ${host.cpu}, Node ${host.node}.`,
      ].join('\n'),
  });
  return exitOfRun(document, kept.head as RunHead);
};
