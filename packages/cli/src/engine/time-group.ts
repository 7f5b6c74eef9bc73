import type { Backend, SpmvOperator, Vector } from '@spmv/core';
import type { TimeOutcome } from './case-result.ts';
import { turn } from './turn.ts';

export interface TimingOptions {
  /** Samples per combination; at least 20 where figures are printed. */
  readonly runs: number;
}

/** Told what was measured so far, now and then, between samples. */
export type OnTimes = (subject: number, times: TimeOutcome) => void;

/** What is timed: a product bound to its vectors. */
export interface TimingSubject {
  readonly backend: Backend;
  readonly operator: SpmvOperator;
  readonly x: Vector;
  readonly y: Vector;
  readonly alpha: number;
  readonly beta: number;
  /** Puts the starting y back: before each sample that reads it, so that it does not grow. */
  reset(): Promise<void>;
}

/** A sample of one product shorter than this is taken over several: the clock and the loop must not count. */
const SAMPLE_MS = 0.25;
const DEVICE_SAMPLE_MS = 1;
const WARM_UP_MS = 15;
const WARM_UP_PRODUCTS = 3;
const MOST_PRODUCTS = 100_000;
/** What was measured is told no more often than this: it costs a little between two samples. */
const TELL_MS = 2000;
/** Products per call of the device's clock. */
const DEVICE_PRODUCTS = 10;

async function hostMs(subject: TimingSubject, products: number): Promise<number> {
  const { operator, x, y, alpha, beta, backend } = subject;
  const start = performance.now();
  for (let p = 0; p < products; p++) operator.apply(x, y, alpha, beta);
  await backend.finish();
  return (performance.now() - start) / products;
}

interface Calibrated {
  readonly firstMs: number;
  readonly batch: number;
  readonly device: boolean;
}

/** First product, warm-up until the engine and the device have settled, and the size of a sample; less of it once aborted. */
async function calibrate(subject: TimingSubject, signal: AbortSignal): Promise<Calibrated> {
  await subject.backend.finish();
  const firstMs = await hostMs(subject, 1);
  const began = performance.now();
  let products = 0;
  let batch = 1;
  let perProduct = firstMs;
  while (
    !signal.aborted &&
    (products < WARM_UP_PRODUCTS || (performance.now() - began < WARM_UP_MS && products < MOST_PRODUCTS))
  ) {
    perProduct = await hostMs(subject, batch);
    products += batch;
    batch = Math.min(batch * 2, 1024);
    await turn();
  }
  const clocked = await subject.operator.time(subject.x, subject.y, {
    runs: 1,
    alpha: subject.alpha,
    beta: subject.beta,
  });
  const wanted = clocked ? DEVICE_SAMPLE_MS : SAMPLE_MS;
  return {
    firstMs,
    device: clocked !== undefined,
    batch: Math.min(MOST_PRODUCTS, Math.max(1, Math.ceil(wanted / Math.max(perProduct, 1e-6)))),
  };
}

function middle(values: Float64Array): number {
  return values.slice().sort()[values.length >> 1] as number;
}

/**
 * Times the subjects in rounds, one sample of each per round and every other round backwards, so that a disturbance or a drift of the
 * machine meets all of them. Nothing is drawn meanwhile. A subject that throws keeps its error; on abort all keep what they have.
 */
export async function timeGroup(
  subjects: readonly TimingSubject[],
  options: TimingOptions,
  signal: AbortSignal,
  onTimes: OnTimes = () => {},
): Promise<readonly (TimeOutcome | Error | undefined)[]> {
  const states: (Calibrated | Error)[] = [];
  for (const subject of subjects) {
    if (signal.aborted) return subjects.map(() => undefined);
    states.push(
      await calibrate(subject, signal).catch((error: unknown) =>
        error instanceof Error ? error : new Error(String(error)),
      ),
    );
  }
  const host = subjects.map(() => [] as number[]);
  const device = subjects.map(() => [] as number[]);
  const outcome = (s: number): TimeOutcome | Error | undefined => {
    const state = states[s] as Calibrated | Error;
    if (state instanceof Error) return state;
    const hostSamplesMs = Float64Array.from(host[s] ?? []);
    const deviceSamplesMs = Float64Array.from(device[s] ?? []);
    if (hostSamplesMs.length === 0) return undefined;
    const onDevice = state.device && deviceSamplesMs.length === hostSamplesMs.length;
    return {
      clock: onDevice ? 'device' : 'host',
      samplesMs: onDevice ? deviceSamplesMs : hostSamplesMs,
      hostSamplesMs,
      batch: state.batch,
      firstMs: state.firstMs,
    };
  };
  const news = new Set<number>();
  let toldAt = performance.now();
  const tell = (s: number): void => {
    news.add(s);
    if (performance.now() - toldAt < TELL_MS) return;
    for (const one of news) {
      const times = outcome(one);
      if (times && !(times instanceof Error)) onTimes(one, times);
    }
    news.clear();
    toldAt = performance.now();
  };
  const forwards = subjects.map((_, s) => s);
  for (let round = 0; round < options.runs && !signal.aborted; round++) {
    for (const s of round % 2 === 0 ? forwards : [...forwards].reverse()) {
      const subject = subjects[s] as TimingSubject;
      const state = states[s] as Calibrated | Error;
      if (state instanceof Error) continue;
      // Between samples, before the product that does not count: what happens in a turn is in no time.
      await turn();
      if (signal.aborted) break;
      try {
        if (subject.beta !== 0) await subject.reset();
        if (state.device) {
          const runs = Math.min(state.batch, DEVICE_PRODUCTS);
          const clocked = await subject.operator.time(subject.x, subject.y, {
            runs,
            alpha: subject.alpha,
            beta: subject.beta,
          });
          if (clocked) device[s]?.push(middle(clocked));
        }
        // One product that does not count: another subject had the caches, and waiting threads may have gone to sleep.
        await hostMs(subject, 1);
        if (subject.beta !== 0) await subject.reset();
        host[s]?.push(await hostMs(subject, state.batch));
        tell(s);
      } catch (error) {
        states[s] = error instanceof Error ? error : new Error(String(error));
      }
    }
  }
  return subjects.map((_, s) => outcome(s));
}
