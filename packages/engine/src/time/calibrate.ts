import { turn } from '../host/turn.ts';
import { clockTick, isCoarse, sampleMs } from './clock-tick.ts';
import type { TimingSubject } from './timing-subject.ts';
import { hostMs } from './timing-subject.ts';

/** A sample of one product shorter than this is taken over several: the clock and the loop must not count. */
const SAMPLE_MS = 0.25;
/** Of many subjects they are shorter, so that a round takes no longer than this, but no shorter than the least. */
const ROUND_MS = 20;
const LEAST_SAMPLE_MS = 0.1;
/** So many times longer by the host's clock beside a device's: waiting for the device counts, too. */
const DEVICE_SAMPLES = 2;
/** Until an engine has compiled what it runs, since its first product. */
const WARM_UP_MS = 15;
/** So long it runs at first: then the engine knows what to compile, and does so beside products of others. */
const ASK_MS = 3;
/** What is compiled is warmed for so long again at most: its caches. */
const COMPILED_WARM_UP_MS = 2;
/** It is warm before, once products take the same time, within so much, twice in a row for so long. */
const STEADY_MS = 0.1;
const STEADY = 0.05;
/** A device runs what is compiled already; but how long a product takes shows only when several wait in its queue. */
const DEVICE_WARM_UP_MS = 2;
const WARM_UP_PRODUCTS = 3;
/** After so many an engine has compiled the shortest product. */
const MOST_WARM_UP_PRODUCTS = 16_384;
const MOST_PRODUCTS = 100_000;
/** Most that one call of a device's clock is asked for. */
const MOST_CLOCKED = 10;
/**
 * A call that takes longer than this, mostly waiting, is asked for several: a GPU that is busy for a fifth of the time alone lowers its clock (an
 * H200 through Vulkan to 345 of 1980 MHz, which made figures four times too large), unless its driver holds the clock up, as CUDA's does.
 */
const GAPS_MATTER_MS = 1;

/** So many products, or more where these are too short by the quickest of three times: other work of the machine makes some of them long. */
async function longEnough(subject: TimingSubject, products: number, wantedMs: number): Promise<number> {
  const each = [await hostMs(subject, products), await hostMs(subject, products), await hostMs(subject, products)];
  const isLong = products >= MOST_PRODUCTS || products * Math.min(...each) >= wantedMs / 2;
  return isLong ? products : longEnough(subject, Math.min(MOST_PRODUCTS, 2 * products), wantedMs);
}

/** A subject that is warm, and how its samples are taken. */
export interface Calibrated {
  readonly firstMs: number;
  readonly batch: number;
  /** What one call of the device's clock is asked for; 0 where there is none. */
  readonly clocked: number;
  /** What such a call takes, waiting included. */
  readonly clockMs: number;
}

/** One whose engine has been asked to compile it. */
interface Begun extends Pick<Calibrated, 'firstMs' | 'clocked' | 'clockMs'> {
  readonly beganAt: number;
  readonly isCompiled: boolean;
}

/** Whether a call of a device's clock is mostly waiting, so that the device would sleep between two of them. */
export const isMostlyWaiting = ({ clockMs }: Pick<Calibrated, 'clockMs'>): boolean => clockMs > GAPS_MATTER_MS;

/**
 * How much one call of the device's clock has to be asked for until it takes as long as a sample, and what it takes. Most backends repeat a product until that is
 * so, and once is enough; 0 where the device has no clock, and where uploads count, which it does not see.
 */
async function clockOf({
  operator,
  operands,
  uploaded,
}: TimingSubject): Promise<Pick<Calibrated, 'clocked' | 'clockMs'>> {
  if (uploaded) return { clocked: 0, clockMs: 0 };
  let clockMs = 0;
  // What the first call takes is its own: buffers, a graph to record.
  for (let call = 0; call < 2; call++) {
    const start = performance.now();
    if (!(await operator.time(operands, { runs: 1 }))) return { clocked: 0, clockMs: 0 };
    clockMs = performance.now() - start;
  }
  const clocked = Math.min(MOST_CLOCKED, Math.max(1, Math.ceil(SAMPLE_MS / Math.max(clockMs, 1e-6))));
  return { clocked, clockMs };
}

interface WarmUp {
  readonly least: number;
  readonly until: number;
  /** What a product took so far. */
  readonly known: number;
  /** From when on it is over as soon as products take the same time twice in a row; absent: never before. */
  readonly steadyFrom?: number;
}

/** Products until then, `least` at least, more of them together each time; what one takes in the quickest lot: other work makes some of them long. */
async function warmUp(
  subject: TimingSubject,
  signal: AbortSignal,
  tick: number,
  { least, until, known, steadyFrom = Infinity }: WarmUp,
): Promise<number> {
  const longMs = sampleMs(STEADY_MS, tick);
  let products = 0;
  let [batch, lotMs] = [1, 0];
  let [before, last, quickest] = [Infinity, known, Infinity];
  const isSteady = (): boolean =>
    performance.now() >= steadyFrom && before < Infinity && Math.abs(last - before) <= STEADY * before;
  while (
    !signal.aborted &&
    (products < least || (performance.now() < until && products < MOST_WARM_UP_PRODUCTS && !isSteady()))
  ) {
    // What a short lot took is no measure for the next.
    before = lotMs >= longMs ? last : Infinity;
    last = await hostMs(subject, batch);
    lotMs = batch * last;
    if (lotMs >= sampleMs(0, tick)) quickest = Math.min(quickest, last);
    products += batch;
    batch = Math.min(batch * 2, 1024);
    await turn();
  }
  return quickest < Infinity ? quickest : last;
}

/** First product, and as many as make an engine compile them. */
async function begin(subject: TimingSubject, signal: AbortSignal, tick: number, isCompiled: boolean): Promise<Begun> {
  await subject.backend.finish();
  const beganAt = performance.now();
  const firstMs = await hostMs(subject, 1);
  const clock = await clockOf(subject);
  if (clock.clocked === 0 && !isCompiled)
    await warmUp(subject, signal, tick, { least: 0, until: beganAt + sampleMs(ASK_MS, tick), known: firstMs });
  return { firstMs, ...clock, beganAt, isCompiled };
}

/** Warm-up until the engine and the device have settled, and the size of a sample; less of it once aborted. */
async function settle(
  subject: TimingSubject,
  { beganAt, isCompiled, ...known }: Begun,
  signal: AbortSignal,
  tick: number,
  sampleOfMs: number,
): Promise<Calibrated> {
  const { clocked, firstMs } = known;
  const warmFor = sampleMs(clocked > 0 ? DEVICE_WARM_UP_MS : COMPILED_WARM_UP_MS, tick);
  const compiledAt = clocked > 0 || isCompiled ? 0 : beganAt + sampleMs(WARM_UP_MS, tick);
  const until = Math.max(compiledAt, performance.now() + warmFor);
  const perProduct = await warmUp(subject, signal, tick, {
    least: WARM_UP_PRODUCTS,
    until,
    known: firstMs,
    steadyFrom: compiledAt,
  });
  const wanted = sampleMs(clocked > 0 ? DEVICE_SAMPLES * sampleOfMs : sampleOfMs, tick);
  const size = Math.min(MOST_PRODUCTS, Math.max(1, Math.ceil(wanted / Math.max(perProduct, 1e-6))));
  return { ...known, batch: isCoarse(tick) ? await longEnough(subject, size, wanted) : size };
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Each subject calibrated, or what kept it from that; fewer once aborted. */
export async function calibrateAll(
  subjects: readonly TimingSubject[],
  signal: AbortSignal,
): Promise<(Calibrated | Error)[]> {
  const tick = clockTick();
  const compiled = new Set<string>();
  const sampleOfMs = Math.min(SAMPLE_MS, Math.max(LEAST_SAMPLE_MS, ROUND_MS / subjects.length));
  const begun: (Begun | Error)[] = [];
  for (const subject of subjects) {
    if (signal.aborted) return [];
    const { code } = subject;
    begun.push(await begin(subject, signal, tick, code !== undefined && compiled.has(code)).catch(asError));
    if (code !== undefined) compiled.add(code);
  }
  const states: (Calibrated | Error)[] = [];
  for (const [s, one] of begun.entries()) {
    if (signal.aborted) break;
    const subject = subjects[s] as TimingSubject;
    states.push(one instanceof Error ? one : await settle(subject, one, signal, tick, sampleOfMs).catch(asError));
  }
  return states;
}
