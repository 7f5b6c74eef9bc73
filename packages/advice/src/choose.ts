import type { Candidate } from './candidate.ts';
import type { Prediction } from './experience.ts';
import { medianOf } from './measurement.ts';

/** A candidate with what it is expected to take. */
export interface Expected {
  readonly candidate: Candidate;
  readonly prediction: Prediction;
}

/** A product of trial: what it took, and what was needed before it could run. */
export interface TrialResult {
  /** Milliseconds of one product. */
  readonly ms: number;
  /** Milliseconds of conversion and preparation; not repeated for further products of the same candidate. */
  readonly setupMs: number;
}

/** Why a candidate cannot run after all. */
export interface TrialRefusal {
  readonly refusal: string;
  /** It ran, and what it computed is wrong. */
  readonly wrong?: boolean;
}

/** Runs one product of a candidate. */
export type RunTrial = (candidate: Candidate) => Promise<TrialResult | TrialRefusal>;

/** How far a choice goes. */
export interface ChooseOptions {
  /** Most products of trial; 0: by statistics alone. Default 10. */
  readonly trials?: number;
  /** Products that the choice is for: each carries its share of the setup. Default: so many that the setup does not count. */
  readonly products?: number;
  readonly signal?: AbortSignal;
}

/** A candidate after the trial. */
export interface Ranked extends Expected {
  /** What it is expected to take, corrected by how far the expectations on its backend were off. */
  readonly expectedMs: number;
  /** Milliseconds of each product of trial. */
  readonly trialsMs: readonly number[];
  readonly setupMs: number | null;
  /** Why the trial could not run it. */
  readonly refusal?: string;
  /** It ran, and what it computed is wrong. */
  readonly wrong?: boolean;
}

/** How sure a choice is. */
export type Sureness =
  /** Tried, and ahead of every other candidate by more than trials of one candidate differ. */
  | 'measured'
  /** Tried, but others may be as fast as far as so few products can tell. */
  | 'close'
  /** Nothing was tried: statistics alone. */
  | 'predicted';

/** What is best as far as is known, and how that came to be known. */
export interface Choice {
  /** The best first; those that were tried before those that were not. */
  readonly ranking: readonly Ranked[];
  /** Products of trial that ran, in their order, as places in `ranking`. */
  readonly order: readonly number[];
  readonly sureness: Sureness;
  /** What the fastest of the others takes over what the choice takes, as far as known; null without another one. */
  readonly margin: number | null;
}

/** Trials kept for those that are ahead, so that luck does not decide between them. */
const CONFIRMING = 3;
/** An untried candidate is given a chance where it would win with this share of what it is expected to take. */
const HOPE = { kernel: 0.65, precision: 0.5, elsewhere: 0.5, target: 0.4, bytes: 0.3 } as const;
/** Those within this of the fastest are tried again. */
const CLOSE = 1.2;
/** Differences of trials below this are luck. */
const LUCK = 0.05;

interface State extends Expected {
  readonly trialsMs: number[];
  setupMs: number | null;
  refusal: string | undefined;
  wrong: boolean;
}

/** By how much the expectations on each backend were off so far, in the order of size; 1 before anything is known. */
function offOn(states: readonly State[], backend: string): readonly number[] {
  const ratios = states
    .filter(({ candidate, trialsMs }) => candidate.backend === backend && trialsMs.length > 0)
    .map(({ trialsMs, prediction }) => Math.min(...trialsMs) / prediction.ms)
    .filter((ratio) => ratio > 0 && Number.isFinite(ratio))
    .sort((a, b) => a - b);
  return ratios.length === 0 ? [1] : ratios;
}

/**
 * Chooses among candidates by what they are expected to take and at most `trials` products. First the best of each backend is tried, so that expectations
 * can be corrected by how far they were off there; then whoever may still win, the most hopeful first; the last ones are for those that are ahead. It
 * ends early where nobody else may win. Deterministic: the same times lead to the same choice.
 *
 * Errors: what `run` throws.
 */
export async function choose(
  expected: readonly Expected[],
  run: RunTrial,
  { trials = 10, products = Infinity, signal }: ChooseOptions = {},
): Promise<Choice> {
  const states = expected.map((one): State => ({
    ...one,
    trialsMs: [],
    setupMs: null,
    refusal: undefined,
    wrong: false,
  }));
  const share = (setupMs: number | null): number => (setupMs ?? 0) / products;
  const timeOf = ({ trialsMs, setupMs }: State): number => medianOf(trialsMs) + share(setupMs);
  const hopeOf = (state: State): number =>
    // What disturbs a trial only slows it: the least of them tells what others may take at best.
    state.prediction.ms * (offOn(states, state.candidate.backend)[0] ?? 1) * HOPE[state.prediction.from];
  const expectedOf = ({ prediction, candidate }: Pick<State, 'prediction' | 'candidate'>): number =>
    prediction.ms * medianOf(offOn(states, candidate.backend));
  const tried = (): readonly State[] => states.filter(({ trialsMs }) => trialsMs.length > 0);
  const untried = (): readonly State[] =>
    states.filter(({ trialsMs, refusal }) => trialsMs.length === 0 && refusal === undefined);
  const leastBy = (list: readonly State[], value: (state: State) => number): State | undefined =>
    list.reduce<State | undefined>((best, one) => (best && value(best) <= value(one) ? best : one), undefined);

  /** Who is tried next while `left` products are; undefined where another one would tell nothing. */
  const next = (left: number): State | undefined => {
    const open = untried();
    const seen = new Set(tried().map(({ candidate }) => candidate.backend));
    const newcomer = leastBy(
      open.filter(({ candidate }) => !seen.has(candidate.backend)),
      hopeOf,
    );
    if (newcomer) return newcomer;
    const fastest = leastBy(tried(), timeOf);
    if (!fastest) return leastBy(open, hopeOf);
    const hopeful = leastBy(open, hopeOf);
    if (left > CONFIRMING && hopeful && hopeOf(hopeful) < timeOf(fastest)) return hopeful;
    const ahead = tried().filter((state) => timeOf(state) <= CLOSE * timeOf(fastest));
    if (ahead.length === 1 && !(hopeful && hopeOf(hopeful) < timeOf(fastest))) return undefined;
    return leastBy(ahead, (state) => state.trialsMs.length + timeOf(state) / timeOf(fastest) / 2);
  };

  const order: State[] = [];
  const isOver = (): boolean => order.length >= trials || (signal?.aborted ?? false);
  while (!isOver()) {
    const state = next(trials - order.length);
    if (!state) break;
    const result = await run(state.candidate);
    if ('refusal' in result) {
      state.refusal = result.refusal;
      state.wrong = result.wrong ?? false;
      continue;
    }
    state.trialsMs.push(result.ms);
    state.setupMs = (state.setupMs ?? 0) + result.setupMs;
    order.push(state);
  }
  const isTried = (state: State): boolean => state.trialsMs.length > 0 && state.refusal === undefined;
  const valueOf = (state: State): number =>
    state.refusal !== undefined ? Infinity : isTried(state) ? timeOf(state) : expectedOf(state);
  const sorted = [...states].sort((a, b) => Number(isTried(b)) - Number(isTried(a)) || valueOf(a) - valueOf(b));
  const [first, ...others] = sorted;
  const rivals = others.filter(({ refusal }) => refusal === undefined);
  const second = leastBy(rivals, valueOf);
  const margin = first && second ? valueOf(second) / valueOf(first) : null;
  return {
    ranking: sorted.map(({ candidate, prediction, trialsMs, setupMs, refusal, wrong }) => ({
      candidate,
      prediction,
      trialsMs,
      setupMs,
      expectedMs: expectedOf({ prediction, candidate }),
      ...(refusal === undefined ? {} : { refusal }),
      ...(wrong ? { wrong } : {}),
    })),
    order: order.map((state) => sorted.indexOf(state)),
    sureness: !first || !isTried(first) ? 'predicted' : margin === null || margin > 1 + 2 * LUCK ? 'measured' : 'close',
    margin,
  };
}
