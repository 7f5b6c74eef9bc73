import type { Context } from '../context.ts';
import type { MatrixSummary } from '../documents/run-document.ts';
import { countsLine, exitOfRun, runDocument } from '../documents/run-document.ts';
import type { ValidateResult } from '../documents/result.ts';
import { excludedResult, runResult } from '../documents/result.ts';
import { matrixLine, validateTable } from '../documents/tables.ts';
import { collect } from '../engine/collect.ts';
import { openSession } from '../engine/session.ts';
import type { ExitCode } from '../exit-codes.ts';
import { matrixSource } from '../matrices/matrix-source.ts';
import { significant } from '../output/numbers.ts';
import { publish } from '../output/publish.ts';
import { requireBackend } from './require-backend.ts';
import type { SelectionFlags } from './selection-options.ts';
import { defaultMaxBytes, selectionOf } from './selection-options.ts';

function agreementLine({ agreement }: MatrixSummary): string {
  return agreement
    .map(({ precision, combinations, largestDifference, ratio }) => (combinations < 2 ? `${precision}: one combination, nothing to compare it with`
      : largestDifference === 0 ? `${precision}: ${combinations} combinations agree to the bit`
        : `${precision}: ${combinations} combinations differ by at most ${significant(largestDifference)}, ${significant(ratio)} of their bounds`))
    .join('; ');
}

function solutionLine({ solution }: MatrixSummary): readonly string[] {
  if (!solution) return [];
  const error = significant(solution.backwardError);
  return [solution.agrees ? `A·x is the b beside the matrix: backward error ${error}` : `the x beside the matrix does not solve A·x = b (backward error ${error}), so b proves nothing here`];
}

export interface ValidateFlags extends SelectionFlags {
  readonly defaultParams?: boolean;
}

/** `spmv validate M…`: every combination against the oracle and against one another. */
export async function run(context: Context, matrices: readonly string[], flags: ValidateFlags): Promise<ExitCode> {
  const { terminal } = context;
  const started = new Date();
  const sources = matrices.map(matrixSource);
  const selection = selectionOf(flags, flags.defaultParams ? 'default' : 'covering');
  const options = { selection, seed: flags.seed, alpha: 1, beta: 0, maxBytes: flags.maxBytes ?? defaultMaxBytes() };
  const session = await openSession(context, options);
  try {
    requireBackend(session);
    const results: ValidateResult[] = [];
    const summaries: MatrixSummary[] = [];
    const errors = await collect(context, session, sources, ({ matrix, plan, run: done, readMs }) => {
      const rows = [...done.runs.map((one) => runResult(matrix, one)), ...plan.excluded.map((one) => excludedResult(matrix, one))];
      const summary: MatrixSummary = { matrix, readMs, agreement: done.agreement, ...(done.solution ? { solution: done.solution } : {}) };
      results.push(...rows);
      summaries.push(summary);
      if (!context.json) terminal.data([matrixLine(terminal, matrix), validateTable(terminal, rows), agreementLine(summary), ...solutionLine(summary), ''].join('\n'));
    });
    const document = await runDocument(context, { schema: 'spmv.validate/1', started, options, session, matrices: summaries, results, errors });
    const worst = Math.max(0, ...results.map(({ errorRatio }) => errorRatio ?? 0));
    await publish(context, { document, rows: results, text: () => `${summaries.length} matrices: ${countsLine(results)}; largest error ratio ${significant(worst)}.` });
    return exitOfRun(document, selection.backends);
  } finally {
    await session.dispose();
  }
}
