import type { BackendRow, BenchResult, ProblemSummary } from '@spmv/engine';
import { BASELINE, benchRows, isBaseline, judgedAdvice, optionsOf, outOfTimeLines, withoutSamples } from '@spmv/engine';
import { counted, formatMs, times } from '@spmv/engine/basics';
import type { Context, Finisher } from '../../documents/context.ts';
import { machineLoad } from '../../documents/host.ts';
import type { CommandHead } from '../../documents/kept-run.ts';
import { askedOf, unshown } from '../../documents/kept-run.ts';
import {
  beginRun,
  exitOfRun,
  nothingLines,
  problemsCount,
  runDocument,
  tookText,
} from '../../documents/run-document.ts';
import type { PeerRatio } from '../../documents/peer-rows.ts';
import { peerRatios } from '../../documents/peer-rows.ts';
import { benchTable, madeLines, problemLine, sampledLines, unavailableLines } from '../../documents/tables.ts';
import { backendsOf, exchangeLines } from '../../documents/exchange-lines.ts';
import { streamingLines } from '../../documents/streaming-lines.ts';
import { workerLines } from '../../documents/worker-table.ts';
import { collect } from '../../documents/collect.ts';
import { openSession } from '../../session/session.ts';
import { DEMO_MATRICES } from '../../matrices/bundled.ts';
import { matrixSources } from '../../matrices/matrix-source.ts';
import { pageTo } from '../../documents/report-page.ts';
import { printable } from '../../output/printable.ts';
import { publish } from '../../output/publish.ts';
import type { Terminal } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import { viewOf } from '../view-of.ts';
import { requireBackend } from '../require-backend.ts';
import { defaultMaxBytes, selectionOf } from '../flags/selection.ts';
import { reportOf } from '../flags/report.ts';
import { checkRuns } from '../flags/timing.ts';
import type { BenchFlags } from './bench-flags.ts';
import { plansOf } from './plans.ts';
import { runProcesses } from './processes.ts';
import { coldBytes } from '../../host/cold-bytes.ts';

/** What to use, how the best peer did beside it, and whether the times can be trusted to tell. */
function verdictLines(
  terminal: Terminal,
  { verdicts = [], busy }: ProblemSummary,
  rows: readonly BenchResult[],
): readonly string[] {
  const lines = verdicts.map(({ text }) => `${terminal.style('cyan', '→')} ${printable(text, { line: true })}`);
  const peers = peerRatios(rows).map((one) => printable(peerLine(one), { line: true }));
  const warning = busy === undefined ? [] : [terminal.style('yellow', `This machine is busy: ${busy}.`)];
  return [...lines, ...peers, ...warning].map((line) => wrap(line, terminal.width, 2));
}

/** What speed-ups refer to where it is none of the rows: it was measured, but not asked for. */
function baselineLines(
  terminal: Terminal,
  { baselineMs = {} }: ProblemSummary,
  rows: readonly BenchResult[],
): readonly string[] {
  const ok = rows.filter(({ status }) => status === 'ok');
  const parts = Object.entries(baselineMs).flatMap(([precision, ms]) => {
    const those = ok.filter((row) => row.precision === precision);
    return those.some(({ speedup }) => speedup !== null) && !those.some(isBaseline)
      ? [`${precision} ${formatMs(ms)}`]
      : [];
  });
  if (parts.length === 0) return [];
  return [wrap(`speed-up over ${BASELINE.kernel} on ${BASELINE.backend}: ${parts.join(', ')}`, terminal.width, 2)];
}

/** The best imported row beside the best of this run. */
function peerLine({ precision, ours, theirs, ratio }: PeerRatio): string {
  const { cpu = '', commit = '' } = theirs.imported ?? {};
  return `${precision}: ${theirs.kernel ?? ''} of ${theirs.backend} takes ${times(ratio)} the time of ${ours.kernel ?? ours.format} on ${ours.backend}; imported, measured on ${cpu} at ${commit}.`;
}

/** Who has fewer samples than the others, and how to have as many. */
function beatenLines(terminal: Terminal, rows: readonly BenchResult[], runs: number | undefined): readonly string[] {
  const count = rows.filter((row) => row.beaten).length;
  if (count === 0) return [];
  const words = `${counted(count, 'combination is', 'combinations are')} clearly slower than the fastest and took fewer than ${runs} samples; --runs ${runs} takes all.`;
  return [wrap(terminal.style('dim', words), terminal.width, 2)];
}

/** What is printed of one problem. */
function problemText(
  terminal: Terminal,
  summary: ProblemSummary,
  rows: readonly BenchResult[],
  { view, options }: Pick<CommandHead, 'view' | 'options'>,
  backends: readonly BackendRow[],
): string {
  return [
    problemLine(terminal, summary),
    benchTable(terminal, rows, view),
    ...baselineLines(terminal, summary, rows),
    ...beatenLines(terminal, rows, options.runs),
    ...(options.profile ? workerLines(terminal, rows, view?.all ?? false) : []),
    ...madeLines(terminal, rows),
    ...sampledLines(terminal, summary),
    ...streamingLines(terminal, rows),
    ...exchangeLines(terminal, rows, backends),
    ...verdictLines(terminal, summary, rows),
    '',
  ].join('\n');
}

/** `spmv bench M…`: every combination validated, and those that are right timed side by side. */
export async function run(context: Context, matrices: readonly string[], flags: BenchFlags): Promise<undefined> {
  const started = new Date().toISOString();
  const load = machineLoad();
  const view = viewOf(flags, 'bench');
  checkRuns(flags.runs);
  const report = reportOf(flags);
  if (flags.processes > 1) {
    await runProcesses(context, flags);
    return undefined;
  }
  const sources = matrixSources(matrices);
  const { seed, runs, cutBeaten, alpha, beta, uploads } = flags;
  const options = {
    selection: selectionOf(flags),
    seed,
    alpha,
    beta,
    runs,
    cutBeaten,
    maxBytes: flags.maxBytes ?? defaultMaxBytes(),
    ...(flags.profile ? { profile: true } : {}),
    ...(flags.cold || flags.coldBytes !== undefined ? { cold: flags.coldBytes ?? coldBytes() } : {}),
    ...(uploads === undefined ? {} : { uploads }),
  };
  const session = await openSession(context, options);
  try {
    const told = optionsOf(options, session);
    const plans = plansOf(flags, told, session.operation);
    requireBackend(session);
    const wanted = sources.length === 0 && session.storesMatrix ? matrixSources(DEMO_MATRICES) : sources;
    const problems = session.problems(wanted);
    await beginRun(
      context,
      'bench',
      {
        schema: 'spmv.bench/1',
        started,
        options: told,
        load,
        view,
        ...report,
        ...askedOf(options.selection, flags),
      },
      session,
    );
    await collect(
      context,
      session,
      problems,
      {
        ...benchRows(load, flags.report !== undefined),
        besides: plans.besides,
        text: (summary, rows) =>
          problemText(context.terminal, summary, rows, { view, options: told }, backendsOf(context)),
      },
      plans,
    );
  } finally {
    await session.dispose();
  }
}

/** The document of a bench, or the matrices that were not printed yet and a last line. */
export const finish: Finisher = async (context, kept, ending) => {
  const run = runDocument<BenchResult>(kept, ending);
  const { results, host } = run;
  const advice = await judgedAdvice(results);
  const document = advice.length === 0 ? run : { ...run, advice };
  const head = kept.head as CommandHead;
  await publish(context, {
    document,
    rows: results.map(withoutSamples),
    ...pageTo(head.report, { documents: [{ name: `spmv ${kept.command}`, document }] }),
    text: () =>
      [
        ...unshown<BenchResult>(kept).map(({ summary, rows }) =>
          problemText(context.terminal, summary, rows, head, run.backends),
        ),
        ...unavailableLines(context.terminal, results),
        ...[...nothingLines(document), ...outOfTimeLines(document)].map((line) =>
          wrap(line, context.terminal.width, 2),
        ),
        wrap(
          `${problemsCount(document)}. ${host.cpu}, Node ${host.node}. ${tookText(document.timings)}`,
          context.terminal.width,
        ),
      ].join('\n'),
  });
  return exitOfRun(document, kept.head as CommandHead);
};
