import type { Candidate } from '@spmv/advice';
import type { Params, Precision } from '@spmv/core';
import type { BenchResult } from './result.ts';

/** A combination, as rows of a document name it. */
interface Combination {
  readonly format: string;
  readonly formatParams: Params;
  readonly kernel: string;
  readonly kernelParams: Params;
  readonly launchParams: Params;
}

/** What advice would have been in a run, on one backend and in one precision, and what became of it. */
export interface JudgedAdvice {
  readonly matrix: string;
  readonly backend: string;
  readonly precision: Precision;
  readonly advised: Combination;
  /** What it was expected to take, by statistics corrected by trials. */
  readonly expectedMs: number;
  readonly advisedMs: number;
  readonly best: Combination;
  readonly bestMs: number;
  /** What the advised takes over what the best takes: at least 1. */
  readonly ratio: number;
  /** Within 5 %, or so close that the run cannot tell. */
  readonly tied: boolean;
  readonly confidence: string;
  /** Products of trial, at most ten. */
  readonly trials: number;
  readonly candidates: number;
}

function combination({ format, formatParams, kernel, kernelParams, launchParams }: Candidate): Combination {
  return { format, formatParams, kernel, kernelParams, launchParams };
}

/**
 * The advice that `spmv advise` would have given among the combinations of a run, of what comes with the command: half of the samples stand for
 * its products of trial, and the other half says what it and the best take. Nothing for what was not measured, or has one candidate alone.
 */
export async function judgedAdvice(results: readonly BenchResult[]): Promise<readonly JudgedAdvice[]> {
  const { judge, recordedExperience, recordedMatrices } = await import('@spmv/advice');
  const judged = await judge(recordedMatrices([{ schema: 'spmv.bench/1', results }]), recordedExperience);
  return judged.map(
    ({
      matrix,
      backend,
      advised,
      expectedMs,
      advisedMs,
      best,
      bestMs,
      ratio,
      tied,
      confidence,
      trials,
      candidates,
    }) => ({
      matrix,
      backend,
      precision: advised.precision,
      advised: combination(advised),
      expectedMs,
      advisedMs,
      best: combination(best),
      bestMs,
      ratio,
      tied,
      confidence,
      trials,
      candidates,
    }),
  );
}
