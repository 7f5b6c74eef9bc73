import type { BenchResult } from '@spmv/engine';
import type { StudyResult } from '@spmv/studies';

/** What a place among the results of a study is of. */
export interface StudyPair {
  readonly leg: string;
  /** As the study names it; empty for an operation that stores none. */
  readonly matrix: string;
}

/** A row of `spmv.study/1`: that of a bench without its samples. */
export interface RecordedResult extends StudyResult {
  /** Of the problem. */
  readonly hash: string;
  /** How many there were. */
  readonly samples: number;
}

/** The row that a document of a study has of what a leg measured. */
export function recordedResult({ leg, matrix }: StudyPair, row: BenchResult): RecordedResult {
  const { problem, samplesMs, stored, workers, occupancy } = row;
  return {
    leg,
    matrix,
    hash: problem.hash,
    sizes: problem.sizes,
    operation: row.operation,
    backend: row.backend,
    device: row.device,
    format: row.format,
    kernel: row.kernel,
    formatParams: row.formatParams,
    kernelParams: row.kernelParams,
    launchParams: row.launchParams,
    precision: row.precision,
    ...(stored === undefined ? {} : { stored }),
    status: row.status,
    reason: row.reason,
    convertMs: row.convertMs,
    prepareMs: row.prepareMs,
    clock: row.clock,
    medianMs: row.medianMs,
    meanMs: row.meanMs,
    minMs: row.minMs,
    medianLowMs: row.medianLowMs,
    medianHighMs: row.medianHighMs,
    compulsoryBytes: row.compulsoryBytes,
    gflops: row.gflops,
    gbPerSecond: row.gbPerSecond,
    speedup: row.speedup,
    storageBytes: row.storageBytes,
    errorRatio: row.errorRatio,
    ...(occupancy === undefined ? {} : { occupancy }),
    ...(workers === undefined ? {} : { workers }),
    samples: samplesMs?.length ?? 0,
  };
}
