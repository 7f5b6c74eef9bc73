import type { Backend, Operator, WorkerTimes } from '@spmv/core';
import { isSpmvError, SpmvError } from '@spmv/core';
import type { Stopwatch } from '../host/stopwatch.ts';
import { createStopwatch } from '../host/stopwatch.ts';
import type { TimeOutcome } from '../run/case-result.ts';
import { awaken } from './awaken.ts';
import { clockTick, isCoarse, sampleMs } from './clock-tick.ts';
import { turn } from '../host/turn.ts';

/**
 * How each product is given what it reads anew from the host: into the vectors of the product before, or into two sets in turns, so that a
 * device which can copies one while a product reads the other.
 */
export type Uploads = 'in-sequence' | 'overlapped';

export interface TimingOptions {
  /** Samples per combination; at least 20 where figures are printed. */
  readonly runs: number;
  /** Whether caches are emptied before each sample, which then is one product. */
  readonly cold?: boolean;
  /** Whether workers' times are taken, too. */
  readonly profile?: boolean;
  /** Whether products include that; then the host's clock times them. */
  readonly uploads?: Uploads;
  /** Told what warming up and sampling take. */
  readonly stopwatch?: Stopwatch;
}

/** Told what was measured so far, now and then, between samples. */
export type OnTimes = (subject: number, times: TimeOutcome) => void;

/** Operands of a product, and what writes those that it reads. */
export interface UploadedOperands {
  readonly operands: readonly unknown[];
  upload(): Promise<void>;
}

/** What is timed: a product bound to its vectors. */
export interface TimingSubject {
  readonly backend: Backend;
  readonly operator: Operator;
  /** What each product is given. */
  readonly operands: readonly unknown[];
  /** Whether its threads are a library's own; see {@link awaken}. */
  readonly ownThreads?: boolean;
  /** Whether a product reads what the one before it wrote. */
  readonly readsResult: boolean;
  /** What products take in turns instead of `operands`, each writing what it reads first. */
  readonly uploaded?: readonly UploadedOperands[];
  /** Empties the caches of the processor, where the backend runs on it and that was asked for. */
  evict?(): Promise<void>;
  /** Puts back what is written: before each sample of products that read it, so that it does not grow. */
  reset(): Promise<void>;
}

/** A sample of one product shorter than this is taken over several: the clock and the loop must not count. */
const SAMPLE_MS = 0.25;
/** The same for the host's clock beside a device's: waiting for the device counts, too. */
const DEVICE_SAMPLE_MS = 0.5;
/** Until an engine has compiled what it runs. */
const WARM_UP_MS = 15;
/** A device runs what is compiled already; but how long a product takes shows only when several wait in its queue. */
const DEVICE_WARM_UP_MS = 4;
const WARM_UP_PRODUCTS = 3;
/** After so many an engine has compiled the shortest product. */
const MOST_WARM_UP_PRODUCTS = 16_384;
const MOST_PRODUCTS = 100_000;
/** What was measured is told no more often than this: it costs a little between two samples. */
export const REPORT_MS = 2000;
/** Most that one call of a device's clock is asked for. */
const MOST_CLOCKED = 10;
/**
 * A call that takes longer than this, mostly waiting, is asked for several: a GPU that is busy for a fifth of the time alone lowers its clock (an
 * H200 through Vulkan to 345 of 1980 MHz, which made figures four times too large), unless its driver holds the clock up, as CUDA's does.
 */
const GAPS_MATTER_MS = 1;
const CLOCKED_BETWEEN_GAPS = 3;

async function hostMs(subject: TimingSubject, products: number): Promise<number> {
  const { operator, operands, backend, uploaded } = subject;
  if (uploaded) return uploadedMs(subject, uploaded, products);
  const start = performance.now();
  const [a, b, c, d] = operands;
  // A call with a list is slower than the products of a tiny matrix.
  if (operands.length === 4) for (let p = 0; p < products; p++) operator.apply(a, b, c, d);
  else for (let p = 0; p < products; p++) operator.apply(...operands);
  await backend.finish();
  return (performance.now() - start) / products;
}

/** So many products, or more where these are too short by the quickest of three times: other work of the machine makes some of them long. */
async function longEnough(subject: TimingSubject, products: number, wantedMs: number): Promise<number> {
  const each = [await hostMs(subject, products), await hostMs(subject, products), await hostMs(subject, products)];
  const isLong = products >= MOST_PRODUCTS || products * Math.min(...each) >= wantedMs / 2;
  return isLong ? products : longEnough(subject, Math.min(MOST_PRODUCTS, 2 * products), wantedMs);
}

/** The same, uploads included. */
async function uploadedMs(
  { operator, backend }: TimingSubject,
  uploaded: readonly UploadedOperands[],
  products: number,
): Promise<number> {
  const start = performance.now();
  for (let p = 0; p < products; p++) {
    const { operands, upload } = uploaded[p % uploaded.length] as UploadedOperands;
    await upload();
    operator.apply(...operands);
  }
  await backend.finish();
  return (performance.now() - start) / products;
}

interface Calibrated {
  readonly firstMs: number;
  readonly batch: number;
  /** What one call of the device's clock is asked for; 0 where there is none. */
  readonly clocked: number;
}

/**
 * How much one call of the device's clock has to be asked for until it takes as long as a sample. Most backends repeat a product until that is
 * so, and once is enough; 0 where the device has no clock, and where uploads count, which it does not see.
 */
async function clockedPerCall({ operator, operands, uploaded }: TimingSubject): Promise<number> {
  if (uploaded) return 0;
  let tookMs = 0;
  // What the first call takes is its own: buffers, a graph to record.
  for (let call = 0; call < 2; call++) {
    const start = performance.now();
    if (!(await operator.time(operands, { runs: 1 }))) return 0;
    tookMs = performance.now() - start;
  }
  if (tookMs > GAPS_MATTER_MS) return CLOCKED_BETWEEN_GAPS;
  return Math.min(MOST_CLOCKED, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(tookMs, 1e-6))));
}

/** First product, warm-up until the engine and the device have settled, and the size of a sample; less of it once aborted. */
async function calibrate(subject: TimingSubject, signal: AbortSignal, tick: number): Promise<Calibrated> {
  await subject.backend.finish();
  const firstMs = await hostMs(subject, 1);
  const clocked = await clockedPerCall(subject);
  const warmUpMs = sampleMs(clocked > 0 ? DEVICE_WARM_UP_MS : WARM_UP_MS, tick);
  const began = performance.now();
  let products = 0;
  let batch = 1;
  let perProduct = firstMs;
  while (
    !signal.aborted &&
    (products < WARM_UP_PRODUCTS || (performance.now() - began < warmUpMs && products < MOST_WARM_UP_PRODUCTS))
  ) {
    perProduct = await hostMs(subject, batch);
    products += batch;
    batch = Math.min(batch * 2, 1024);
    await turn();
  }
  const wanted = sampleMs(clocked > 0 ? DEVICE_SAMPLE_MS : SAMPLE_MS, tick);
  const size = Math.min(MOST_PRODUCTS, Math.max(1, Math.ceil(wanted / Math.max(perProduct, 1e-6))));
  return { firstMs, clocked, batch: isCoarse(tick) ? await longEnough(subject, size, wanted) : size };
}

/** What workers did in the samples of a subject. */
interface Profile {
  products: number;
  workers: readonly WorkerTimes[];
}

/** `hostMs`, adding what workers did meanwhile, where that is counted. */
async function profiledMs(subject: TimingSubject, products: number, profile: Profile): Promise<number> {
  const before = subject.operator.workerTimes?.();
  const ms = await hostMs(subject, products);
  const after = subject.operator.workerTimes?.();
  if (!before || !after) return ms;
  profile.products += products;
  profile.workers = after.map(({ busyMs, waitMs }, w) => ({
    busyMs: (profile.workers[w]?.busyMs ?? 0) + busyMs - (before[w]?.busyMs ?? 0),
    waitMs: (profile.workers[w]?.waitMs ?? 0) + waitMs - (before[w]?.waitMs ?? 0),
  }));
  return ms;
}

/** What workers did in one product, on average. */
function perProduct({ products, workers }: Profile): readonly WorkerTimes[] {
  return workers.map(({ busyMs, waitMs }) => ({ busyMs: busyMs / products, waitMs: waitMs / products }));
}

function middle(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1] as number;
}

/**
 * Times the subjects in rounds, one sample of each per round and every other round backwards, so that a disturbance or a drift of the
 * machine meets all of them. Nothing is drawn meanwhile. A subject that throws keeps its error, one whose device is lost what was measured before; on abort all keep what they have.
 */
export async function timeGroup(
  subjects: readonly TimingSubject[],
  options: TimingOptions,
  signal: AbortSignal,
  onTimes: OnTimes = () => {},
): Promise<readonly (TimeOutcome | Error | undefined)[]> {
  const { stopwatch = createStopwatch() } = options;
  const states = await stopwatch.during('warm up', () => calibrateAll(subjects, signal));
  if (signal.aborted) return subjects.map(() => undefined);
  return stopwatch.during('time', () => sampleAll(subjects, states, options, signal, onTimes));
}

/** Each subject calibrated, or what kept it from that; fewer once aborted. */
async function calibrateAll(subjects: readonly TimingSubject[], signal: AbortSignal): Promise<(Calibrated | Error)[]> {
  const tick = clockTick();
  const states: (Calibrated | Error)[] = [];
  for (const subject of subjects) {
    if (signal.aborted) break;
    states.push(await calibrate(subject, signal, tick).catch(asError));
  }
  return states;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Errors: refused where neither the device nor the processor's caches can be told to begin empty. */
async function emptied({ evict, backend }: TimingSubject): Promise<void> {
  if (evict) return evict();
  const why = `${backend.device.name} has no clock of its own here, so its caches cannot be emptied unseen.`;
  throw new SpmvError('KERNEL.REFUSED', why, { fix: 'Leave --cold out.' });
}

async function sampleAll(
  subjects: readonly TimingSubject[],
  states: (Calibrated | Error)[],
  options: TimingOptions,
  signal: AbortSignal,
  onTimes: OnTimes,
): Promise<readonly (TimeOutcome | Error | undefined)[]> {
  const host = subjects.map(() => [] as number[]);
  const device = subjects.map(() => [] as number[]);
  const profiles = subjects.map((): Profile => ({ products: 0, workers: [] }));
  const outcome = (s: number): TimeOutcome | Error | undefined => {
    const state = calibrated[s] as Calibrated | Error;
    if (state instanceof Error) return state;
    const stopped = states[s];
    if (stopped instanceof Error && !(isSpmvError(stopped, 'BACKEND.DEVICE_LOST') && host[s]?.length)) return stopped;
    const hostSamplesMs = Float64Array.from(host[s] ?? []);
    const deviceSamplesMs = Float64Array.from(device[s] ?? []);
    if (hostSamplesMs.length === 0) return undefined;
    const onDevice = state.clocked > 0 && deviceSamplesMs.length >= hostSamplesMs.length;
    return {
      clock: onDevice ? 'device' : 'host',
      samplesMs: onDevice ? deviceSamplesMs : hostSamplesMs,
      hostSamplesMs,
      batch: options.cold ? 1 : state.batch,
      firstMs: state.firstMs,
      ...((profiles[s] as Profile).products > 0 ? { workers: perProduct(profiles[s] as Profile) } : {}),
    };
  };
  const calibrated = [...states];
  const fresh = new Set<number>();
  let reportedAt = performance.now();
  let before: TimingSubject | undefined;
  const report = (s: number): void => {
    fresh.add(s);
    if (performance.now() - reportedAt < REPORT_MS) return;
    for (const one of fresh) {
      const times = outcome(one);
      if (times && !(times instanceof Error)) onTimes(one, times);
    }
    fresh.clear();
    reportedAt = performance.now();
  };
  const forwards = subjects.map((_, s) => s);
  for (let round = 0; round < options.runs && !signal.aborted; round++) {
    for (const s of round % 2 === 0 ? forwards : [...forwards].reverse()) {
      const subject = subjects[s] as TimingSubject;
      const state = states[s] as Calibrated | Error;
      if (state instanceof Error) continue;
      // Between samples, before the products that do not count: what happens in a turn is in no time.
      await turn();
      if (signal.aborted) break;
      try {
        if (subject.readsResult) await subject.reset();
        if (state.clocked > 0) {
          const clocked = await subject.operator.time(subject.operands, {
            runs: options.cold ? 1 : state.clocked,
            cold: options.cold ?? false,
          });
          if (clocked) device[s]?.push(middle(clocked));
        } else if (options.cold) await emptied(subject);
        else await awaken(subject, before, () => hostMs(subject, 1));
        if (subject.readsResult && !options.cold) await subject.reset();
        host[s]?.push(await profiledMs(subject, options.cold ? 1 : state.batch, profiles[s] as Profile));
        before = subject;
        report(s);
      } catch (error) {
        states[s] = asError(error);
      }
    }
  }
  return subjects.map((_, s) => outcome(s));
}
