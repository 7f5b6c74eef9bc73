import { turn } from '../host/turn.ts';
import { clockTick, isCoarse, sampleMs } from './clock-tick.ts';
import type { TimingSubject } from './timing-subject.ts';
import { hostMs } from './timing-subject.ts';

/** A sample of one product shorter than this is taken over several: the clock and the loop must not count. */
const SAMPLE_MS = 0.25;
/** Of many subjects they are shorter, so that a round takes no longer than this, but no shorter than the least. */
const ROUND_MS = 20;
const LEAST_SAMPLE_MS = 0.1;
/** The same for the host's clock beside a device's: waiting for the device counts, too. */
const DEVICE_SAMPLE_MS = 0.5;
/** Until an engine has compiled what it runs. */
const WARM_UP_MS = 15;
/** Of one whose code ran before, as machine code of an addon that is called in the same way: caches alone are to be warmed. */
const COMPILED_WARM_UP_MS = 2;
/** A device runs what is compiled already; but how long a product takes shows only when several wait in its queue. */
const DEVICE_WARM_UP_MS = 4;
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
const CLOCKED_BETWEEN_GAPS = 3;

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
async function calibrate(
  subject: TimingSubject,
  signal: AbortSignal,
  tick: number,
  { isCompiled, sampleOfMs }: { readonly isCompiled: boolean; readonly sampleOfMs: number },
): Promise<Calibrated> {
  await subject.backend.finish();
  const firstMs = await hostMs(subject, 1);
  const clocked = await clockedPerCall(subject);
  const warmUpMs = sampleMs(clocked > 0 ? DEVICE_WARM_UP_MS : isCompiled ? COMPILED_WARM_UP_MS : WARM_UP_MS, tick);
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
  const wanted = sampleMs(clocked > 0 ? DEVICE_SAMPLE_MS : sampleOfMs, tick);
  const size = Math.min(MOST_PRODUCTS, Math.max(1, Math.ceil(wanted / Math.max(perProduct, 1e-6))));
  return { firstMs, clocked, batch: isCoarse(tick) ? await longEnough(subject, size, wanted) : size };
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
  const states: (Calibrated | Error)[] = [];
  const compiled = new Set<string>();
  const sampleOfMs = Math.min(SAMPLE_MS, Math.max(LEAST_SAMPLE_MS, ROUND_MS / subjects.length));
  for (const subject of subjects) {
    if (signal.aborted) break;
    const { code } = subject;
    states.push(
      await calibrate(subject, signal, tick, {
        isCompiled: code !== undefined && compiled.has(code),
        sampleOfMs,
      }).catch(asError),
    );
    if (code !== undefined) compiled.add(code);
  }
  return states;
}
