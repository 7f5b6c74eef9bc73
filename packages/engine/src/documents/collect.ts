import type { ExcludedCase } from '../plan/case.ts';
import { isBaseline } from '../plan/baseline.ts';
import type { ProblemBlocks } from '../problem/problem-block.ts';
import type { CaseRun } from '../run/case-result.ts';
import type { Choose, ProblemFailure, ProblemReport, RunWatcher } from '../run/run-problem.ts';
import { sampleStatistics } from '../time/sample-statistics.ts';
import type { TimeBudget } from '../time/time-budget.ts';
import type { ProblemSummary } from './problem-summary.ts';
import type { ValidateResult } from './result.ts';
import type { RunKeeper } from './run-lists.ts';
import { placeOf } from './run-lists.ts';

/** Medians of the serial CSR, by precision. */
export type Baselines = Readonly<Record<string, number>>;

/** How a command shows what ran. */
export interface Presentation<R extends ValidateResult> {
  ran(blocks: ProblemBlocks, run: CaseRun, baselines: Baselines): R;
  excluded(blocks: ProblemBlocks, excluded: ExcludedCase): R;
  summary(report: ProblemReport, rows: readonly R[], baselines: Baselines): ProblemSummary | Promise<ProblemSummary>;
  /** Rows besides those of the run: what another one measured. */
  besides?(blocks: ProblemBlocks, baselines: Baselines): readonly R[];
}

/** A problem that waits to be run. */
export interface WaitingProblem {
  /** For people, before it is read. */
  readonly name: string;
  /** What the user wrote. */
  readonly source: string;
  /** Reads and runs it. Never throws: what went wrong is the answer. */
  run(watcher: RunWatcher): Promise<ProblemReport | ProblemFailure>;
}

/** Who is told what becomes of each problem while it runs. */
export interface CollectListener<R extends ValidateResult> {
  planned?(start: Omit<ProblemReport, 'run'>): void;
  step?(text: string): void;
  /** A combination that was checked, or another sample of it. */
  saw?(run: CaseRun): void;
  failed?(failure: ProblemFailure): void;
  /** All of a problem is kept; true where it was shown to the user, so that nobody has to at the end. `isCut`: a time budget left something out. */
  done?(summary: ProblemSummary, rows: readonly R[], isCut: boolean): boolean;
}

/** How problems are run. */
export interface CollectOptions<R extends ValidateResult> {
  readonly keeper: RunKeeper;
  /** Aborted when the work is to stop. */
  readonly signal: AbortSignal;
  readonly choose?: Choose;
  readonly budget?: TimeBudget;
  /** How many were run before, in another session. */
  readonly from?: number;
  readonly listener?: CollectListener<R>;
}

/** The medians of the serial CSR among what ran. */
export function baselinesOf(runs: readonly CaseRun[]): Baselines {
  const found: Record<string, number> = {};
  for (const { case: current, times } of runs)
    if (times && isBaseline(current)) found[current.precision] ??= sampleStatistics(times.samplesMs).median;
  return found;
}

/**
 * Runs problems until done or interrupted. Every row is kept as soon as there is something to say, and again when there is more.
 * One that cannot be read is told, kept and passed over.
 */
export async function collectRows<R extends ValidateResult>(
  problems: readonly WaitingProblem[],
  show: Presentation<R>,
  { keeper, signal, choose, budget, from: first = 0, listener = {} }: CollectOptions<R>,
): Promise<void> {
  for (const [place, waiting] of problems.entries()) {
    if (signal.aborted) break;
    const m = first + place;
    // Something of one there is always time for.
    if (budget?.isUsed() && budget.left() <= 0) {
      keeper.put('outOfTime', placeOf(m, 0), {
        matrix: waiting.name,
        source: waiting.source,
        whole: true,
        cases: null,
      });
      continue;
    }
    let started: Omit<ProblemReport, 'run'> | undefined;
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
    const report = await waiting.run({
      ...(choose ? { choose } : {}),
      ...(budget ? { budget } : {}),
      onPlan(start) {
        started = start;
        listener.planned?.(start);
        keeper.put('matrices', m, {
          ...start.blocks,
          readMs: start.readMs,
          agreement: [],
        } satisfies ProblemSummary);
        for (const [e, one] of start.plan.excluded.entries())
          keeper.put('results', placeOf(m, start.plan.runnable.length + e), show.excluded(start.blocks, one));
        putBesides(start, {});
      },
      onStep: (text) => listener.step?.(text),
      onRun(run) {
        keep(run, {});
        listener.saw?.(run);
      },
    });
    if ('reason' in report) {
      if (signal.aborted) break;
      keeper.put('errors', m, report);
      listener.failed?.(report);
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
    const summary = await show.summary(report, rows, baselines);
    keeper.put('matrices', m, summary);
    if (listener.done?.(summary, rows, report.run.cut.length > 0)) keeper.put('shown', m, true);
  }
}
