import type { BenchResult, Choose, Presentation, ProblemSummary, TimeBudget, ValidateResult } from '@spmv/engine';
import { collectRows } from '@spmv/engine';
import { reportProblem } from '../output/report-error.ts';
import type { ProblemSource } from '../session/load-problem.ts';
import { problemName, problemText } from '../session/load-problem.ts';
import type { BackendSession } from '../session/session.ts';
import type { Context } from './context.ts';
import type { RowProgress } from './progress.ts';
import { createProgress } from './progress.ts';

/** The same, and what is printed of a problem as soon as it is done; nothing where all is printed at the end. */
export interface PrintedPresentation<R extends ValidateResult = BenchResult> extends Presentation<R> {
  text?(summary: ProblemSummary, rows: readonly R[]): string;
}

/**
 * Runs a session over problems until done or interrupted, with progress on the terminal, and prints each once it is done.
 * `from`: how many were run before, in another session.
 */
export async function collect<R extends ValidateResult>(
  context: Context,
  session: BackendSession,
  sources: readonly ProblemSource[],
  show: PrintedPresentation<R>,
  how: { readonly choose?: Choose; readonly budget?: TimeBudget; readonly from?: number } = {},
): Promise<void> {
  const { keeper, signal, terminal } = context;
  let progress: RowProgress | undefined;
  await collectRows(
    sources.map((source) => ({
      name: problemName(source),
      source: problemText(source),
      run: (watcher) => session.run(source, watcher),
    })),
    show,
    {
      ...how,
      keeper,
      signal,
      listener: {
        planned(start) {
          progress = createProgress(terminal, {
            name: start.blocks.problem.name,
            total: start.plan.runnable.length,
            ...(session.runs === undefined ? {} : { runs: session.runs }),
          });
        },
        step: (text) => progress?.step(text),
        saw: (run) => progress?.saw(run),
        failed: (failure) => reportProblem(terminal, failure),
        done(summary, rows, isCut) {
          if (context.json || !show.text) return false;
          // What was left out whole is named at the end.
          if (rows.length > 0 || !isCut) terminal.data(show.text(summary, rows));
          return true;
        },
      },
    },
  );
}
