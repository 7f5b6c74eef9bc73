import { toldAgreement } from './told-agreement.ts';
import type { Presentation } from './collect.ts';
import { verdictSummaries } from './verdict.ts';
import type { MachineLoad } from './busy.ts';
import { busyWords } from './busy.ts';
import type { BenchResult } from './result.ts';
import { benchResult, excludedBenchResult } from './result.ts';

/** Rows and summary of benchmarked matrices; `pictured`: with what a report draws of them. */
export function benchRows(load: MachineLoad, pictured = false): Presentation<BenchResult> {
  return {
    ran: (blocks, run, baselines) => benchResult(blocks, run, baselines[run.case.precision] ?? null),
    excluded: excludedBenchResult,
    async summary({ blocks, coo, readMs, run, plan }, rows, baselines) {
      const busy = busyWords(load, rows);
      const software = new Set(
        plan.runnable.filter(({ opened }) => opened.backend.device.kind === 'software').map(({ backend }) => backend),
      );
      const eligible = rows.filter(({ backend }) => !software.has(backend));
      return {
        ...blocks,
        ...(pictured && coo ? (await import('./matrix-picture.ts')).matrixPicture(coo) : {}),
        readMs,
        ...(run.sampled.length > 0 ? { sampled: run.sampled } : {}),
        agreement: toldAgreement(run.agreement),
        baselineMs: baselines,
        ...(busy === undefined ? {} : { busy }),
        verdicts: verdictSummaries(eligible, busy !== undefined),
      };
    },
  };
}
