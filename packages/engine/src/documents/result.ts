import type { Exchange, Params, Precision, Streaming, WorkerTimes } from '@spmv/core';
import type { CaseStatus, ExcludedCase } from '../plan/case.ts';
import type { CaseRun, MadeMatrix } from '../run/case-result.ts';
import { compulsoryBytes, figures, movedBytes } from '../time/figures.ts';
import type { ProblemBlocks } from '../problem/problem-block.ts';
import type { SampleStatistics } from '../time/sample-statistics.ts';
import { sampleStatistics } from '../time/sample-statistics.ts';

/** One combination on one problem: fields of `spmv.validate/1`. Null where it does not apply. */
export interface ValidateResult extends ProblemBlocks {
  readonly operation: string;
  readonly backend: string;
  readonly device: string | null;
  readonly format: string | null;
  readonly formatParams: Params;
  readonly kernel: string | null;
  /** Present where the kernel is a call of a library that others wrote. */
  readonly vendor?: true;
  readonly kernelParams: Params;
  readonly launchParams: Params;
  readonly precision: Precision | null;
  /** That of the stored values; absent where it is the same. */
  readonly stored?: Precision;
  readonly accumulator: Precision | null;
  readonly status: CaseStatus;
  readonly code: string | null;
  readonly reason: string | null;
  readonly fix: string | null;
  /** Bytes of the format's arrays in this precision, or the bytes predicted where they were refused. */
  readonly storageBytes: number | null;
  /** Places for values in the format's arrays, padding included. Absent in earlier documents, and where the format could not be planned. */
  readonly slots?: number;
  /** Bytes the backend holds for this kernel: the format's arrays, what the kernel's analysis made of them, scratch. */
  readonly bytesResident: number | null;
  /** Threads of the kernel that a multiprocessor holds at once, of those that it can hold; absent where the driver does not say. */
  readonly occupancy?: number;
  /** What each product copied to the device, because the matrix does not stay there; absent where it does. */
  readonly streaming?: Streaming;
  /** What several devices copy between each other for a product: bytes and copies as planned; and over the products of the check, how many bytes were counted. Absent on one device. */
  readonly exchange?: Exchange;
  /** Present where the operation makes a stored matrix and this combination made it. */
  readonly made?: MadeMatrix;
  readonly errorRatio: number | null;
  /** Elements of what one product writes that were compared with exact results, and how many there are. */
  readonly compared: number | null;
  readonly elements: number | null;
  /** Elements of all products checked that were not judged, being infinite or NaN where some order of summation overflows. */
  readonly unjudged: number | null;
  /** Backward error against the b that came with the matrix. */
  readonly solutionError: number | null;
}

/** The same with times: fields of `spmv.bench/1`. */
export interface BenchResult extends ValidateResult {
  readonly convertMs: number | null;
  readonly prepareMs: number | null;
  readonly clock: 'device' | 'host' | null;
  readonly samplesMs: readonly number[] | null;
  readonly medianMs: number | null;
  readonly meanMs: number | null;
  readonly minMs: number | null;
  /** Median absolute deviation. */
  readonly madMs: number | null;
  /** 95 % confidence interval of the median. */
  readonly medianLowMs: number | null;
  readonly medianHighMs: number | null;
  readonly hostMedianMs: number | null;
  /** The first product of all, left out of the samples. */
  readonly firstMs: number | null;
  /** Products per sample of the host clock. */
  readonly batch: number | null;
  readonly compulsoryBytes: number | null;
  /** The same less padding that no kernel needs to read: what `gbPerSecond` counts. Absent in earlier documents, whose rate is of compulsory bytes. */
  readonly movedBytes?: number;
  readonly gflops: number | null;
  readonly gbPerSecond: number | null;
  readonly speedup: number | null;
  /** Present where it was clearly slower than the fastest, and has fewer samples than were asked for. */
  readonly beaten?: true;
  /** What each worker did in one product, on average; only with --profile, and where the backend counts it. */
  readonly workers?: readonly WorkerTimes[];
  /** Medians of several processes, whose samples are all in `samplesMs`. */
  readonly processMediansMs?: readonly number[];
  /** Another program's figures: nothing of them was measured or checked in this run. */
  readonly imported?: Imported;
}

/** Where imported figures come from. */
export interface Imported {
  readonly file: string;
  readonly cpu: string;
  readonly cores: number | null;
  readonly commit: string;
  /** An instant in ISO 8601. */
  readonly started: string | null;
}

/** What the matrix takes where a combination runs, on the host where it stays there; before it ran, what its format does. */
export function heldBytes({ matrix, bytesResident, storageBytes, streaming }: ValidateResult): number | null {
  return matrix === null ? null : (streaming?.bytes ?? bytesResident ?? storageBytes);
}

/** The backend of a combination for people; `threads with 1 thread` where that is how many there were, which its name does not say. */
export function backendText({ backend, launchParams }: Pick<ValidateResult, 'backend' | 'launchParams'>): string {
  return launchParams['threads'] === 1 ? `${backend} with 1 thread` : backend;
}

/** A combination that could not run, as a row of a document. */
export function excludedResult(blocks: ProblemBlocks, excluded: ExcludedCase): ValidateResult {
  const { problem, predictedBytes, ...id } = excluded;
  return {
    ...blocks,
    ...id,
    accumulator: null,
    status: problem.status,
    code: problem.code,
    reason: problem.reason,
    fix: problem.fix,
    storageBytes: predictedBytes,
    bytesResident: null,
    errorRatio: null,
    compared: null,
    elements: null,
    unjudged: null,
    solutionError: null,
  };
}

/** A number of all written operands together. */
function totalOf(run: CaseRun, count: 'compared' | 'elements'): number | null {
  return run.check ? run.check.compared.reduce((sum, one) => sum + one[count], 0) : null;
}

/** A combination that was checked, as a row of a document. */
export function runResult(blocks: ProblemBlocks, run: CaseRun): ValidateResult {
  const {
    operation,
    backend,
    device,
    format,
    formatParams,
    kernel,
    kernelParams,
    launchParams,
    precision,
    arithmetic,
    implementation,
  } = run.case;
  return {
    ...blocks,
    operation,
    backend,
    device,
    format,
    formatParams,
    kernel,
    ...(implementation.vendor === true ? { vendor: true } : {}),
    kernelParams,
    launchParams,
    precision,
    ...(arithmetic.stored === undefined ? {} : { stored: arithmetic.stored }),
    accumulator: arithmetic.accumulator,
    status: run.problem?.status ?? 'ok',
    code: run.problem?.code ?? null,
    reason: run.problem?.reason ?? null,
    fix: run.problem?.fix ?? null,
    storageBytes: run.storageBytes,
    ...(run.case.storage ? { slots: run.case.storage.plan.slots } : {}),
    bytesResident: run.bytesResident,
    ...(run.occupancy === undefined ? {} : { occupancy: run.occupancy }),
    ...(run.streaming ? { streaming: run.streaming } : {}),
    ...(run.exchange === undefined ? {} : { exchange: run.exchange }),
    ...(run.made ? { made: run.made } : {}),
    errorRatio: run.check && Number.isFinite(run.check.errorRatio) ? run.check.errorRatio : null,
    compared: totalOf(run, 'compared'),
    elements: totalOf(run, 'elements'),
    unjudged: run.check?.unjudged ?? null,
    solutionError: run.check?.solutionError ?? null,
  };
}

/** The fields of a list of times. */
export function statisticsFields({
  median,
  mean,
  min,
  mad,
  low,
  high,
}: SampleStatistics): Pick<BenchResult, 'medianMs' | 'meanMs' | 'minMs' | 'madMs' | 'medianLowMs' | 'medianHighMs'> {
  return { medianMs: median, meanMs: mean, minMs: min, madMs: mad, medianLowMs: low, medianHighMs: high };
}

/** The times of what was not timed. */
export const NO_TIMES = {
  clock: null,
  samplesMs: null,
  medianMs: null,
  meanMs: null,
  minMs: null,
  madMs: null,
  medianLowMs: null,
  medianHighMs: null,
  hostMedianMs: null,
  firstMs: null,
  batch: null,
  compulsoryBytes: null,
  gflops: null,
  gbPerSecond: null,
  speedup: null,
} as const;

/** A combination that could not run, as a row of a bench document. */
export function excludedBenchResult(blocks: ProblemBlocks, excluded: ExcludedCase): BenchResult {
  return { ...excludedResult(blocks, excluded), convertMs: null, prepareMs: null, ...NO_TIMES };
}

/** A combination that ran, with its figures where it validated. `baselineMs` is the serial CSR's median in the same precision. */
export function benchResult(blocks: ProblemBlocks, run: CaseRun, baselineMs: number | null): BenchResult {
  const base = { ...runResult(blocks, run), convertMs: run.convertMs, prepareMs: run.prepareMs };
  const { times } = run;
  if (run.problem || !times || !run.work) return { ...base, ...NO_TIMES };
  const statistics = sampleStatistics(times.samplesMs);
  const { storage } = run.case;
  const inputs = {
    work: run.work,
    storageBytes: run.storageBytes ?? 0,
    unreadBytes: storage?.format.stopsAtPadding ? storage.plan.paddingBytes : 0,
    medianMs: statistics.median,
  };
  return {
    ...base,
    clock: times.clock,
    samplesMs: [...times.samplesMs],
    ...statisticsFields(statistics),
    hostMedianMs: sampleStatistics(times.hostSamplesMs).median,
    firstMs: times.firstMs,
    batch: times.batch,
    ...(times.beaten ? { beaten: true } : {}),
    ...(times.workers ? { workers: times.workers } : {}),
    compulsoryBytes: compulsoryBytes(inputs),
    movedBytes: movedBytes(inputs),
    ...figures(inputs),
    speedup: baselineMs === null ? null : baselineMs / statistics.median,
  };
}

/** A row for a table file. */
interface TableRow extends Omit<BenchResult, 'samplesMs' | 'workers'> {
  readonly workers?: { readonly busyMs: readonly number[]; readonly waitMs: readonly number[] };
}

/** Everything but the samples, and the times of workers as two lists. */
export function withoutSamples(result: BenchResult): TableRow {
  const { samplesMs, workers, ...rest } = result;
  void samplesMs;
  if (!workers) return rest;
  const lists = { busyMs: workers.map(({ busyMs }) => busyMs), waitMs: workers.map(({ waitMs }) => waitMs) };
  return { ...rest, workers: lists };
}
