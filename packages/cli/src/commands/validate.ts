import type { Context } from '../context.ts';
import type { MatrixSummary } from '../documents/run-document.ts';
import { countsLine, exitOfRun, runDocument } from '../documents/run-document.ts';
import type { ValidateResult } from '../documents/result.ts';
import { excludedResult, runResult } from '../documents/result.ts';
import { matrixLine, validateTable } from '../documents/tables.ts';
import type { MatrixFailure } from '../engine/session.ts';
import { openSession } from '../engine/session.ts';
import type { ExitCode } from '../exit-codes.ts';
import { matrixSource } from '../matrices/matrix-source.ts';
import { significant } from '../output/numbers.ts';
import { publish } from '../output/publish.ts';
import { requireBackend } from './require-backend.ts';
import type { SelectionFlags } from './selection-options.ts';
import { defaultMaxBytes, selectionOf } from './selection-options.ts';

function agreementLine(summary: MatrixSummary): string {
  return summary.agreement
    .map(({ precision, combinations, largestDifference, ratio }) => `${precision}: ${combinations} combinations agree within ${significant(ratio)} of their bounds (largest difference ${significant(largestDifference)})`)
    .join('; ');
}

/** `spmv validate M…`: every combination against the oracle and against one another. */
export async function run(context: Context, matrices: readonly string[], flags: SelectionFlags): Promise<ExitCode> {
  const started = new Date();
  const sources = matrices.map(matrixSource);
  const options = { selection: selectionOf(flags), seed: flags.seed, alpha: 1, beta: 0, maxBytes: flags.maxBytes ?? defaultMaxBytes() };
  const session = await openSession(context, options);
  requireBackend(session);
  const results: ValidateResult[] = [];
  const summaries: MatrixSummary[] = [];
  const errors: MatrixFailure[] = [];
  const blocks: string[] = [];
  try {
    for (const source of sources) {
      if (context.signal.aborted) break;
      const report = await session.run(source);
      if ('reason' in report) {
        errors.push(report);
        context.terminal.complain(`${report.reason} ${report.fix}`);
        continue;
      }
      const { matrix, plan, run: done, readMs } = report;
      const rows = [...done.runs.map((one) => runResult(matrix, one)), ...plan.excluded.map((one) => excludedResult(matrix, one))];
      const summary = { matrix, readMs, agreement: done.agreement };
      results.push(...rows);
      summaries.push(summary);
      const text = [matrixLine(context.terminal, matrix), validateTable(context.terminal, rows), agreementLine(summary), ''].join('\n');
      if (!context.json) context.terminal.data(text);
      blocks.push(text);
    }
    const document = await runDocument(context, { schema: 'spmv.validate/1', started, options, session, matrices: summaries, results, errors });
    const worst = Math.max(0, ...results.map(({ errorRatio }) => errorRatio ?? 0));
    await publish(context, { document, rows: results, text: () => `${summaries.length} matrices: ${countsLine(results)}; largest error ratio ${significant(worst)}.` });
    return exitOfRun(document, options.selection.backends);
  } finally {
    await session.dispose();
  }
}
