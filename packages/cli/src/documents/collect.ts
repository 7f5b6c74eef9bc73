import type { Context } from './context.ts';
import type { ProblemSource } from '../engine/load-problem.ts';
import { problemName, problemText } from '../engine/load-problem.ts';
import type { ProblemBlocks } from '../engine/problem-block.ts';
import type { ValidateResult } from './result.ts';
import type { ProblemSummary } from './problem-summary.ts';
import type { Progress } from './progress.ts';
import { createProgress } from './progress.ts';
import { placeOf } from './kept-run.ts';
import { reportProblem } from '../output/report-error.ts';
import type { ExcludedCase } from '../engine/case.ts';
import type { CaseRun } from '../engine/case-result.ts';
import { isBaseline } from '../engine/baseline.ts';
import { sampleStatistics } from '../engine/sample-statistics.ts';
import type { Choose, ProblemReport, Session } from '../engine/session.ts';
import type { TimeBudget } from '../engine/time-budget.ts';

/** Medians of the serial CSR, by precision. */
export type Baselines = Readonly<Record<string, number>>;

/** How a command shows what ran. */
export interface Presentation<R extends ValidateResult> {
  ran(blocks: ProblemBlocks, run: CaseRun, baselines: Baselines): R;
  excluded(blocks: ProblemBlocks, excluded: ExcludedCase): R;
  summary(report: ProblemReport, rows: readonly R[], baselines: Baselines): ProblemSummary;
  /** Rows besides those of the run: what another one measured. */
  besides?(blocks: ProblemBlocks, baselines: Baselines): readonly R[];
  /** What is printed of a problem as soon as it is done; nothing where all is printed at the end. */
  text?(summary: ProblemSummary, rows: readonly R[]): string;
}

/** The medians of the serial CSR among what ran. */
export function baselinesOf(runs: readonly CaseRun[]): Baselines {
  const found: Record<string, number> = {};
  for (const { case: current, times } of runs)
    if (times && isBaseline(current)) found[current.precision] ??= sampleStatistics(times.samplesMs).median;
  return found;
}

/**
 * Runs a session over problems until done or interrupted. Every row is kept as soon as there is something to say, and again when there is more.
 * One that cannot be read is told, kept and passed over. `from`: how many were run before, in another session.
 */
export async function collect<R extends ValidateResult>(
  context: Context,
  session: Session,
  sources: readonly ProblemSource[],
  show: Presentation<R>,
  how: { readonly choose?: Choose; readonly budget?: TimeBudget; readonly from?: number } = {},
): Promise<void> {
  const { keeper, signal, terminal } = context;
  const { choose, budget, from: first = 0 } = how;
  for (const [place, source] of sources.entries()) {
    if (signal.aborted) break;
    const m = first + place;
    // Something of one there is always time for.
    if (budget?.isUsed() && budget.left() <= 0) {
      const late = { matrix: problemName(source), source: problemText(source), whole: true, cases: null };
      keeper.put('outOfTime', placeOf(m, 0), late);
      continue;
    }
    let started: Omit<ProblemReport, 'run'> | undefined;
    let progress: Progress | undefined;
    const putBesides = ({ blocks, plan }: Omit<ProblemReport, 'run'>, baselines: Baselines): readonly R[] => {
      const rows = show.besides?.(blocks, baselines) ?? [];
      const from = plan.runnable.length + plan.excluded.length;
      for (const [b, row] of rows.entries()) keeper.put('results', placeOf(m, from + b), row);
      return rows;
    };
    const keep = (run: CaseRun, baselines: Baselines): readonly R[] => {
      if (!started || !run.case.listed) return [];
      const row = show.ran(started.blocks, run, baselines);
      keeper.put('results', placeOf(m, started.plan.runnable.indexOf(run.case)), row);
      return [row];
    };
    const report = await session.run(source, {
      ...(choose ? { choose } : {}),
      ...(budget ? { budget } : {}),
      onPlan(start) {
        started = start;
        progress = createProgress(terminal, {
          name: start.blocks.problem.name,
          total: start.plan.runnable.length,
          ...(session.runs === undefined ? {} : { runs: session.runs }),
        });
        keeper.put('matrices', m, {
          ...start.blocks,
          readMs: start.readMs,
          agreement: [],
        } satisfies ProblemSummary);
        for (const [e, one] of start.plan.excluded.entries())
          keeper.put('results', placeOf(m, start.plan.runnable.length + e), show.excluded(start.blocks, one));
        putBesides(start, {});
      },
      onStep: (text) => progress?.step(text),
      onRun(run) {
        keep(run, {});
        progress?.saw(run);
      },
    });
    if ('reason' in report) {
      if (signal.aborted) break;
      keeper.put('errors', m, report);
      reportProblem(terminal, report);
      continue;
    }
    const baselines = baselinesOf(report.run.runs);
    const rows = [
      ...report.run.runs.flatMap((run) => keep(run, baselines)),
      ...report.plan.excluded.map((one) => show.excluded(report.blocks, one)),
      ...putBesides(report, baselines),
    ];
    const { name, source: asked } = report.blocks.problem;
    for (const [c, { late, ...cut }] of report.run.cut.entries()) {
      const cases = late.map(({ backend, format, kernel, precision }) => ({ backend, format, kernel, precision }));
      keeper.put('outOfTime', placeOf(m, c), { matrix: name, source: asked, ...cut, cases });
    }
    const summary = show.summary(report, rows, baselines);
    keeper.put('matrices', m, summary);
    if (context.json || !show.text) continue;
    // What was left out whole is named at the end.
    if (rows.length > 0 || report.run.cut.length === 0) terminal.data(show.text(summary, rows));
    keeper.put('shown', m, true);
  }
}
