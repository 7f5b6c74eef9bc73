import { isBaseline } from '../engine/baseline.ts';
import { sampleStatistics } from '../engine/sample-statistics.ts';
import type { MatrixReport } from '../engine/session.ts';
import { verdicts } from '../engine/verdict.ts';
import type { BenchResult } from './result.ts';
import { benchResult, excludedBenchResult } from './result.ts';
import type { MatrixSummary } from './run-document.ts';

/** Rows and summary of one benchmarked matrix. */
export function reportRows({ matrix, plan, run, readMs }: MatrixReport, beta: number): { readonly rows: readonly BenchResult[]; readonly summary: MatrixSummary } {
  const baselineMs: Record<string, number> = {};
  for (const { case: current, times } of run.runs) {
    if (times && isBaseline(current)) baselineMs[current.precision] ??= sampleStatistics(times.samplesMs).median;
  }
  const rows = [
    ...run.runs.filter(({ case: current }) => current.listed).map((one) => benchResult(matrix, one, beta, baselineMs[one.case.precision] ?? null)),
    ...plan.excluded.map((one) => excludedBenchResult(matrix, one)),
  ];
  const found = verdicts(rows).map(({ precision, text, ties }) => ({ precision, text, ties: ties.length }));
  return { rows, summary: { matrix, readMs, agreement: run.agreement, baselineMs, verdicts: found } };
}
