import type { WorkerTimes } from '@spmv/core';
import type { BenchResult } from '@spmv/engine';
import { median, sampleStatistics } from '@spmv/engine';
import { pointKey } from './tuned.ts';

/** What of a process's document is merged. */
export interface ProcessRun {
  readonly results: readonly BenchResult[];
}

function keyOf(row: BenchResult): string {
  return JSON.stringify([row.problem.hash, row.problem.source, row.imported?.file ?? '', pointKey(row)]);
}

/** What workers did on average over processes, which have as many of them. */
function mergedWorkers(rows: readonly BenchResult[]): { readonly workers?: readonly WorkerTimes[] } {
  const all = rows.flatMap(({ workers }) => (workers ? [workers] : []));
  const mean = (w: number, what: keyof WorkerTimes): number =>
    all.reduce((sum, workers) => sum + (workers[w]?.[what] ?? 0), 0) / all.length;
  const first = all[0];
  return first ? { workers: first.map((_, w) => ({ busyMs: mean(w, 'busyMs'), waitMs: mean(w, 'waitMs') })) } : {};
}

/** The row of one combination from those of several processes. */
function mergedRow(rows: readonly BenchResult[]): BenchResult {
  const [first] = rows as readonly [BenchResult];
  // What went wrong once is wrong; what another program measured is in all of them.
  const bad = rows.find(({ status }) => status !== 'ok');
  if (bad || first.imported) return bad ?? first;
  const timed = rows.filter(({ samplesMs }) => samplesMs !== null);
  if (timed.length === 0) return first;
  const samplesMs = timed.flatMap((row) => row.samplesMs ?? []);
  const all = sampleStatistics(samplesMs);
  const was = first.medianMs ?? all.median;
  const hostMedians = timed.flatMap(({ hostMedianMs }) => (hostMedianMs === null ? [] : [hostMedianMs]));
  const speedups = timed.flatMap(({ speedup }) => (speedup === null ? [] : [speedup]));
  return {
    ...first,
    samplesMs,
    medianMs: all.median,
    meanMs: all.mean,
    minMs: all.min,
    madMs: all.mad,
    // Samples of one process are alike: what differs between processes is in no interval of one of them.
    medianLowMs: Math.min(...timed.map(({ medianLowMs }) => medianLowMs ?? Infinity)),
    medianHighMs: Math.max(...timed.map(({ medianHighMs }) => medianHighMs ?? 0)),
    hostMedianMs: hostMedians.length === 0 ? null : median(hostMedians),
    errorRatio: Math.max(...timed.map(({ errorRatio }) => errorRatio ?? 0)),
    gflops: first.gflops === null ? null : (first.gflops * was) / all.median,
    gbPerSecond: first.gbPerSecond === null ? null : (first.gbPerSecond * was) / all.median,
    speedup: speedups.length === 0 ? null : median(speedups),
    ...(timed.some(({ beaten }) => beaten) ? { beaten: true } : {}),
    ...mergedWorkers(timed),
    processMediansMs: timed.map(({ medianMs }) => medianMs ?? Number.NaN),
  };
}

/** One row for each combination, in the order in which they first came up. */
export function mergedResults(runs: readonly ProcessRun[]): readonly BenchResult[] {
  const rows = new Map<string, BenchResult[]>();
  for (const { results } of runs)
    for (const row of results) rows.set(keyOf(row), [...(rows.get(keyOf(row)) ?? []), row]);
  return [...rows.values()].map(mergedRow);
}
