import type { BackendRow, Between, ProblemSummary, ValidateResult } from '@spmv/engine';
import { excludedResult, optionsOf, runResult, toldAgreement } from '@spmv/engine';
import { significant } from '@spmv/engine/basics';
import type { TableFlags } from '../flags/table.ts';
import type { SelectionFlags } from '../flags/selection.ts';
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
  strictLines,
  tookText,
} from '../../documents/run-document.ts';
import type { TableView } from '../../documents/tables.ts';
import { agreementLines } from '../../documents/agreement-text.ts';
import { errorRatioText } from '../../documents/error-ratio.ts';
import { backendsOf, exchangeLines } from '../../documents/exchange-lines.ts';
import { streamingLines } from '../../documents/streaming-lines.ts';
import { madeLines, problemLine, sampledLines, unavailableLines, validateTable } from '../../documents/tables.ts';
import { collect } from '../../documents/collect.ts';
import { openSession } from '../../session/session.ts';
import { matrixSources } from '../../matrices/matrix-source.ts';
import { publish } from '../../output/publish.ts';
import type { Terminal } from '../../output/terminal.ts';
import { wrap } from '../../output/wrap.ts';
import { viewOf } from '../view-of.ts';
import { requireBackend } from '../require-backend.ts';
import { defaultMaxBytes, selectionOf } from '../flags/selection.ts';

export interface ValidateFlags extends SelectionFlags, TableFlags {
  readonly defaultParams?: boolean;
  readonly between?: Between;
}

function solutionLine({ solution }: ProblemSummary): readonly string[] {
  if (!solution) return [];
  const error = significant(solution.backwardError);
  return [
    solution.agrees
      ? `A·x is the b beside the matrix: backward error ${error}`
      : `the x beside the matrix does not solve A·x = b (backward error ${error}), so b proves nothing here`,
  ];
}

/** What is printed of one problem. */
function problemText(
  terminal: Terminal,
  summary: ProblemSummary,
  rows: readonly ValidateResult[],
  view: TableView | undefined,
  backends: readonly BackendRow[],
): string {
  return [
    problemLine(terminal, summary),
    validateTable(terminal, rows, view),
    ...madeLines(terminal, rows),
    ...sampledLines(terminal, summary),
    ...streamingLines(terminal, rows),
    ...exchangeLines(terminal, rows, backends),
    ...agreementLines(terminal, summary),
    ...solutionLine(summary).map((line) => wrap(line, terminal.width, 2)),
    '',
  ].join('\n');
}

/** `spmv validate M…`: every combination against the oracle and against one another. */
export async function run(context: Context, matrices: readonly string[], flags: ValidateFlags): Promise<undefined> {
  const started = new Date().toISOString();
  const load = machineLoad();
  const view = viewOf(flags, 'validate');
  const sources = matrixSources(matrices);
  const selection = selectionOf(flags, flags.defaultParams ? 'default' : 'covering');
  const options = {
    selection,
    seed: flags.seed,
    alpha: 1,
    beta: 0,
    maxBytes: flags.maxBytes ?? defaultMaxBytes(),
    ...(flags.between ? { between: flags.between } : {}),
  };
  const session = await openSession(context, options);
  try {
    requireBackend(session);
    const problems = session.problems(sources);
    await beginRun(
      context,
      'validate',
      {
        schema: 'spmv.validate/1',
        started,
        options: optionsOf(options, session),
        load,
        view,
        ...askedOf(selection, flags),
      },
      session,
    );
    await collect<ValidateResult>(context, session, problems, {
      ran: runResult,
      excluded: excludedResult,
      summary: ({ blocks, readMs, run: { agreement, sampled, solution } }) => ({
        ...blocks,
        readMs,
        agreement: toldAgreement(agreement),
        ...(sampled.length > 0 ? { sampled } : {}),
        ...(solution ? { solution } : {}),
      }),
      text: (summary, rows) => problemText(context.terminal, summary, rows, view, backendsOf(context)),
    });
  } finally {
    await session.dispose();
  }
}

/** The document of a validation, or the matrices that were not printed yet and a last line. */
export const finish: Finisher = async (context, kept, ending) => {
  const document = runDocument(kept, ending);
  const { results } = document;
  const { view } = kept.head as CommandHead;
  const worst = Math.max(0, ...results.map(({ errorRatio }) => errorRatio ?? 0));
  await publish(context, {
    document,
    rows: results,
    text: () =>
      [
        ...unshown<ValidateResult>(kept).map(({ summary, rows }) =>
          problemText(context.terminal, summary, rows, view, document.backends),
        ),
        ...unavailableLines(context.terminal, results),
        ...[
          ...nothingLines(document),
          ...strictLines(document, kept.head as CommandHead),
          `${problemsCount(document)}; largest error ratio ${errorRatioText(worst)} ${tookText(document.timings)}`,
        ].map((line) => wrap(line, context.terminal.width, 2)),
      ].join('\n'),
  });
  return exitOfRun(document, kept.head as CommandHead);
};
