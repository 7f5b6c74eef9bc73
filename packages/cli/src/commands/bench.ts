import type { Context } from '../context.ts';
import type { MatrixSummary } from '../documents/run-document.ts';
import { countsLine, exitOfRun, runDocument } from '../documents/run-document.ts';
import { reportRows } from '../documents/bench-rows.ts';
import type { BenchResult } from '../documents/result.ts';
import { withoutSamples } from '../documents/result.ts';
import { benchTable, matrixLine } from '../documents/tables.ts';
import { usageError } from '../cli-error.ts';
import { collect } from '../engine/collect.ts';
import { openSession } from '../engine/session.ts';
import type { ExitCode } from '../exit-codes.ts';
import { DEMO_MATRICES } from '../matrices/bundled.ts';
import { matrixSource } from '../matrices/matrix-source.ts';
import { publish } from '../output/publish.ts';
import type { Terminal } from '../output/terminal.ts';
import { requireBackend } from './require-backend.ts';
import type { SelectionFlags } from './selection-options.ts';
import { defaultMaxBytes, selectionOf } from './selection-options.ts';

export interface BenchFlags extends SelectionFlags {
  readonly runs: number;
  readonly alpha: number;
  readonly beta: number;
}

/** Fewer samples than this give no interval worth the name. */
export const LEAST_RUNS = 20;

export function checkRuns(runs: number): void {
  if (runs < LEAST_RUNS) throw usageError(`--runs ${runs} is too few: a median needs at least ${LEAST_RUNS} samples.`, `Give ${LEAST_RUNS} or more.`);
}

/** Remarks on how far the times of a matrix can be trusted. */
function remarks(rows: readonly BenchResult[]): readonly string[] {
  const timed = rows.filter(({ medianMs }) => medianMs !== null);
  const noisy = timed.filter(({ madMs, medianMs }) => (madMs ?? 0) > 0.1 * (medianMs ?? Infinity));
  if (noisy.length === 0) return [];
  return [`${noisy.length} of ${timed.length} times vary by more than 10 %: something else keeps this machine busy.`];
}

function adviceLines(terminal: Terminal, { verdicts = [] }: MatrixSummary, rows: readonly BenchResult[]): readonly string[] {
  return [...verdicts.map(({ text }) => `${terminal.style('cyan', '→')} ${text}`), ...remarks(rows).map((text) => terminal.style('yellow', text))];
}

/** `spmv bench M…`: every combination validated, and those that are right timed side by side. */
export async function run(context: Context, matrices: readonly string[], flags: BenchFlags): Promise<ExitCode> {
  const { terminal } = context;
  const started = new Date();
  checkRuns(flags.runs);
  const sources = (matrices.length > 0 ? matrices : DEMO_MATRICES).map(matrixSource);
  const { seed, runs, alpha, beta } = flags;
  const options = { selection: selectionOf(flags), seed, alpha, beta, runs, maxBytes: flags.maxBytes ?? defaultMaxBytes() };
  const session = await openSession(context, options);
  try {
    requireBackend(session);
    const results: BenchResult[] = [];
    const summaries: MatrixSummary[] = [];
    const errors = await collect(context, session, sources, (report) => {
      const { rows, summary } = reportRows(report, beta);
      results.push(...rows);
      summaries.push(summary);
      if (!context.json) terminal.data([matrixLine(terminal, summary.matrix), benchTable(terminal, rows), ...adviceLines(terminal, summary, rows), ''].join('\n'));
    });
    const document = await runDocument(context, { schema: 'spmv.bench/1', started, options, session, matrices: summaries, results, errors });
    await publish(context, {
      document,
      rows: results.map(withoutSamples),
      text: () => `${summaries.length} matrices: ${countsLine(results)}. ${document.host.cpu}, Node ${document.host.node}.`,
    });
    return exitOfRun(document, options.selection.backends);
  } finally {
    await session.dispose();
  }
}
