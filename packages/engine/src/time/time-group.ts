import type { WorkerTimes } from '@spmv/core';
import { isSpmvError, SpmvError } from '@spmv/core';
import type { Stopwatch } from '../host/stopwatch.ts';
import { createStopwatch } from '../host/stopwatch.ts';
import type { TimeOutcome } from '../run/case-result.ts';
import { awaken } from './awaken.ts';
import { beaten } from './beaten.ts';
import type { Calibrated } from './calibrate.ts';
import { asError, calibrateAll, isMostlyWaiting } from './calibrate.ts';
import { inFlightTogether } from './in-flight.ts';
import { turn } from '../host/turn.ts';
import type { TimingSubject } from './timing-subject.ts';
import { hostMs } from './timing-subject.ts';

/**
 * How each product is given what it reads anew from the host: into the vectors of the product before, or into two sets in turns, so that a
 * device which can copies one while a product reads the other.
 */
export type Uploads = 'in-sequence' | 'overlapped';

export interface TimingOptions {
  /** Samples per combination; at least 20 where figures are printed. */
  readonly runs: number;
  /** Whether who is clearly beaten takes no more of them; see `beaten`. */
  readonly cutBeaten?: boolean;
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

/** What was measured is told no more often than this: it costs a little between two samples. */
export const REPORT_MS = 2000;
/** What a device's clock is asked for after a gap, in which its device slept: the middle of so many. */
const AFTER_A_GAP = 3;

/** Of so many products together one whose caches are cold does not count, and waiting for it alone takes longer than all of them. */
const MANY = 16;

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
  const out = new Set<number>();
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
      ...(out.has(s) ? { beaten: true } : {}),
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
  const keepErrors = async (s: number, work: (state: Calibrated) => Promise<void>): Promise<void> => {
    const state = states[s] as Calibrated | Error;
    if (state instanceof Error) return;
    await work(state).catch((error: unknown) => void (states[s] = asError(error)));
  };
  const readClock = (s: number, isFirst: boolean): Promise<void> =>
    keepErrors(s, async (state) => {
      const { operator, operands, readsResult, reset } = subjects[s] as TimingSubject;
      if (readsResult) await reset();
      if (state.clocked === 0) return;
      const clocked = await operator.time(operands, {
        runs: options.cold ? 1 : isFirst && isMostlyWaiting(state) ? AFTER_A_GAP : state.clocked,
        cold: options.cold ?? false,
      });
      if (clocked) device[s]?.push(middle(clocked));
    });
  const readHost = (s: number, isAlone: boolean): Promise<void> =>
    keepErrors(s, async (state) => {
      const subject = subjects[s] as TimingSubject;
      if (state.clocked > 0) {
        if (!isAlone && state.batch < MANY) await hostMs(subject, 1);
      } else if (options.cold) await emptied(subject);
      else await awaken(subject, before, () => hostMs(subject, 1));
      if (subject.readsResult && !options.cold) await subject.reset();
      host[s]?.push(await profiledMs(subject, options.cold ? 1 : state.batch, profiles[s] as Profile));
      before = subject;
      report(s);
    });
  const hasOwnThreads = ([first = 0]: readonly number[]): number => Number(subjects[first]?.ownThreads === true);
  // Those with threads of their own come one after another: who follows them waits until these sleep.
  const forwards = inFlightTogether(subjects, states, options.cold ?? false).toSorted(
    (a, b) => hasOwnThreads(a) - hasOwnThreads(b),
  );
  const backwards = forwards.map((group) => [...group].reverse()).reverse();
  const cut = (): void => {
    const raced = subjects.map(({ race }, s) => {
      const times = outcome(s);
      const samplesMs = times === undefined || times instanceof Error ? [] : times.samplesMs;
      return { race, samplesMs };
    });
    for (const s of beaten(raced)) if (!subjects[s]?.isStandard) out.add(s);
  };
  for (let round = 0; round < options.runs && !signal.aborted; round++) {
    if (options.cutBeaten) cut();
    for (const all of round % 2 === 0 ? forwards : backwards) {
      const group = all.filter((s) => !out.has(s));
      if (group.length === 0) continue;
      // Between samples, before the products that do not count: what happens in a turn is in no time.
      await turn();
      if (signal.aborted) break;
      await Promise.all(group.map((s, place) => readClock(s, place === 0)));
      for (const s of group) {
        if (group.length > 1) await turn();
        if (signal.aborted) break;
        await readHost(s, group.length === 1);
      }
    }
  }
  return subjects.map((_, s) => outcome(s));
}
