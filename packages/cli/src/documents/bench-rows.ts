import type { Presentation } from './collect.ts';
import { verdictSummaries } from './verdict.ts';
import type { MachineLoad } from './busy.ts';
import { busyWords } from './busy.ts';
import type { BenchResult } from './result.ts';
import { benchResult, excludedBenchResult } from './result.ts';

/** Rows and summary of benchmarked matrices. */
export function benchRows(load: MachineLoad): Omit<Presentation<BenchResult>, 'text'> {
  return {
    ran: (blocks, run, baselines) => benchResult(blocks, run, baselines[run.case.precision] ?? null),
    excluded: excludedBenchResult,
    summary({ blocks, readMs, run }, rows, baselines) {
      const busy = busyWords(load, rows);
      return {
        ...blocks,
        readMs,
        ...(run.sampled.length > 0 ? { sampled: run.sampled } : {}),
        agreement: run.agreement,
        baselineMs: baselines,
        ...(busy === undefined ? {} : { busy }),
        verdicts: verdictSummaries(rows, busy !== undefined),
      };
    },
  };
}
