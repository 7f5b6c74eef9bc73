import type { OptionRules } from '@spmv/core';
import { checkOptions, numberOption, signalOption } from '@spmv/core';
import type { Candidate } from './candidate.ts';
import type { Prediction } from './experience.ts';
import { medianOf, undisturbed } from './measurement.ts';

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
  /** By the device's own clock, which sees nothing that disturbs the host. */
  readonly clocked?: boolean;
  /** What the middle one of its batches took over the least, which counts: about 1 unless something disturbs it. */
  readonly spread?: number;
}

/** Why a candidate cannot run after all. */
export interface TrialRefusal {
  readonly refusal: string;
  /** What to do about it, where that is known. */
  readonly fix?: string;
  /** It ran, and what it computed is wrong. */
  readonly wrong?: boolean;
}

/** Runs one product of a candidate. */
export type RunTrial = (candidate: Candidate) => Promise<TrialResult | TrialRefusal>;

/** How far a choice goes. */
export interface ChooseOptions {
  /** Most products of trial; 0: by statistics alone. Default 10. */
  readonly trials?: number;
  /** So many trials of each candidate in rounds, whatever is expected of it, in place of `trials`: what a policy of trials is judged by. */
  readonly ofEach?: number;
  /** Products that the choice is for: each carries its share of the setup. Default: so many that the setup does not count. */
  readonly products?: number;
  readonly signal?: AbortSignal;
}

const RULES: OptionRules<ChooseOptions> = {
  trials: numberOption(0),
  ofEach: numberOption(0),
  products: numberOption(0),
  signal: signalOption,
};

/** A candidate after the trial. */
export interface Ranked extends Expected {
  /** What it is expected to take, corrected by how far the expectations on its backend were off. */
  readonly expectedMs: number;
  /** Milliseconds of each product of trial. */
  readonly trialsMs: readonly number[];
  readonly setupMs: number | null;
  /** Why the trial could not run it. */
  readonly refusal?: string;
  readonly fix?: string;
  /** It ran, and what it computed is wrong. */
  readonly wrong?: boolean;
}

/** How sure a choice is. */
export type Confidence =
  /** Tried, and ahead of every other candidate by more than trials of one candidate differ. */
  | 'measured'
  /** Tried, but others may be as fast as far as so few products can tell, or as many as something disturbed. */
  | 'close'
  /** Nothing was tried: statistics alone. */
  | 'predicted';

/** What is best as far as is known, and how that came to be known. */
export interface Choice {
  /** The best first; those that were tried before those that were not. */
  readonly ranking: readonly Ranked[];
  /** Products of trial that ran, in their order, as places in `ranking`. */
  readonly order: readonly number[];
  readonly confidence: Confidence;
  /** What the fastest of the others takes over what the choice takes, as far as known; null without another one. */
  readonly margin: number | null;
}

/** Differences below this are luck, whatever the noise is thought to be. */
const LEAST_NOISE = 0.02;
/** A product of trial is repeated until its time can be told: it is off by no more than this, however much the samples of a run differed. */
const MOST_NOISE = 0.04;
/** No expectation is surer than this, as a difference of logarithms. */
const LEAST_SPREAD = 0.1;
/** An untried candidate gets a chance where it would win with this share of what it is expected to take. */
const HOPE = { kernel: 0.5, precision: 0.5, elsewhere: 0.4, target: 0.4, backend: 0.3, bytes: 0.3 } as const;
/** How many times its spread a tried one is given the benefit of. */
const BENEFIT = 2;
/** Trials kept for those that are ahead, so that luck does not decide between them. */
const CONFIRMING = 3;
/** So many times what is expected is not believed of one trial, which may have been disturbed. */
const LATE = 4;
/** Trials that a candidate has at most to be as fast as expected. */
const CHANCES = 4;
/** Two closer than this are not told apart by ten products. */
const CLOSE = 1.05;

interface State extends Expected {
  readonly trialsMs: number[];
  clocked: boolean;
  /** The least spread of its trials. */
  spread: number;
  setupMs: number | null;
  refusal: string | undefined;
  fix: string | undefined;
  wrong: boolean;
}

/** What a candidate takes as far as is known: the logarithm of milliseconds, and by how much it may be off. */
interface Belief {
  readonly log: number;
  readonly spread: number;
}

/** By how much trials of a candidate differ, as a factor: those that count, and batches within the calmest. */
function differenceIn({ trialsMs, spread }: State): number {
  const counted = undisturbed(trialsMs);
  return counted.length === 0 ? 1 : Math.max(spread, Math.max(...counted) / Math.min(...counted));
}

/** The logarithm of what trials took in the geometric mean, those left out that were disturbed. */
function seenIn(trialsMs: readonly number[]): number {
  const counted = undisturbed(trialsMs);
  return counted.reduce((sum, ms) => sum + Math.log(ms), 0) / counted.length;
}

/** The logarithms by which expectations on a backend were off so far; 0 before anything is known. */
function offOn(states: readonly State[], backend: string): readonly number[] {
  const logs = states
    .filter(({ candidate, trialsMs }) => candidate.backend === backend && trialsMs.length > 0)
    .map(({ trialsMs, prediction }) => seenIn(trialsMs) - Math.log(prediction.ms))
    .filter(Number.isFinite);
  return logs.length === 0 ? [0] : logs;
}

/** Expectation and trials together, each with the weight of 1 / its variance. */
function beliefIn({ prediction, trialsMs }: State, off: number): Belief {
  const usual = Math.max(LEAST_SPREAD, prediction.spread);
  const expected = Math.log(prediction.ms) + off;
  if (trialsMs.length === 0) return { log: expected, spread: usual };
  // An expectation that a product contradicts says so much less.
  const spread = Math.max(usual, Math.abs(seenIn(trialsMs) - expected));
  const noise = Math.min(MOST_NOISE, Math.max(LEAST_NOISE, prediction.noise));
  const [prior, seen] = [1 / spread ** 2, undisturbed(trialsMs).length / noise ** 2];
  return {
    log: (prior * expected + seen * seenIn(trialsMs)) / (prior + seen),
    spread: 1 / Math.sqrt(prior + seen),
  };
}

/**
 * Chooses among candidates by what they are expected to take and at most `trials` products. First the best of each backend is tried, so that expectations
 * can be corrected by how far they were off there; then candidates that may still win, the most hopeful first; the last ones are for those that are ahead. It
 * ends early where nobody else may win. Deterministic: the same times lead to the same choice.
 *
 * Errors: what `run` throws.
 */
export async function choose(
  expected: readonly Expected[],
  run: RunTrial,
  options: ChooseOptions = {},
): Promise<Choice> {
  checkOptions('choose', options, RULES);
  const { trials = 10, ofEach, products = Infinity, signal } = options;
  const states = expected.map((one): State => ({
    ...one,
    trialsMs: [],
    clocked: false,
    spread: Infinity,
    setupMs: null,
    refusal: undefined,
    fix: undefined,
    wrong: false,
  }));
  const share = (setupMs: number | null): number => (setupMs ?? 0) / products;
  const belief = (state: State): Belief => beliefIn(state, medianOf(offOn(states, state.candidate.backend)));
  /** What it takes as far as is known, and at best. */
  const valueOf = (state: State): number =>
    state.refusal === undefined ? Math.exp(belief(state).log) + share(state.setupMs) : Infinity;
  const hopeOf = (state: State): number => {
    if (state.trialsMs.length > 0) {
      const { log, spread } = belief(state);
      return Math.exp(log - BENEFIT * spread) + share(state.setupMs);
    }
    // What disturbs a trial only slows it: the least off of them tells what others may take at best.
    const off = Math.min(...offOn(states, state.candidate.backend));
    return state.prediction.ms * Math.exp(off) * HOPE[state.prediction.from];
  };
  const isTried = ({ trialsMs, refusal }: State): boolean => trialsMs.length > 0 && refusal === undefined;
  const leastBy = (list: readonly State[], value: (state: State) => number): State | undefined =>
    list.reduce<State | undefined>((best, one) => (best && value(best) <= value(one) ? best : one), undefined);

  /** Who is tried next while `left` trials are; undefined where another one would tell nothing. */
  const next = (left: number): State | undefined => {
    const open = states.filter(({ refusal }) => refusal === undefined);
    const seen = new Set(open.filter(isTried).map(({ candidate }) => candidate.backend));
    const newcomers = open.filter(({ candidate }) => !seen.has(candidate.backend));
    if (newcomers.length > 0) return leastBy(newcomers, valueOf);
    const tried = open.filter(isTried);
    const leader = leastBy(tried, valueOf);
    if (!leader) return undefined;
    const isDoubted = ({ trialsMs, clocked, prediction: { ms } }: State): boolean =>
      !clocked && undisturbed(trialsMs).length === 1 && trialsMs.length < CHANCES && Math.min(...trialsMs) > LATE * ms;
    // Nothing may rest on a trial that was disturbed, of those who would win at what they are expected to take.
    const doubted = tried.find((state) => isDoubted(state) && state.prediction.ms < valueOf(leader));
    if (doubted && left > CONFIRMING) return doubted;
    const mayWin = (state: State | undefined): state is State => state !== undefined && hopeOf(state) < valueOf(leader);
    const fresh = leastBy(
      open.filter((state) => !isTried(state)),
      hopeOf,
    );
    if (left > CONFIRMING && mayWin(fresh)) return fresh;
    const rival = leastBy(
      tried.filter((state) => state !== leader),
      hopeOf,
    );
    if (mayWin(rival)) return belief(rival).spread >= belief(leader).spread ? rival : leader;
    return mayWin(fresh) ? fresh : undefined;
  };

  const order: State[] = [];
  const nextInRound = (rounds: number): State | undefined =>
    leastBy(
      states.filter(({ refusal, trialsMs }) => refusal === undefined && trialsMs.length < rounds),
      ({ trialsMs }) => trialsMs.length,
    );
  const nextOfAll = (): State | undefined => {
    if (signal?.aborted) return undefined;
    if (ofEach !== undefined) return nextInRound(ofEach);
    return order.length >= trials ? undefined : next(trials - order.length);
  };
  for (let state = nextOfAll(); state; state = nextOfAll()) {
    const result = await run(state.candidate);
    if ('refusal' in result) {
      state.refusal = result.refusal;
      state.fix = result.fix;
      state.wrong = result.wrong ?? false;
      continue;
    }
    state.trialsMs.push(result.ms);
    state.clocked = result.clocked ?? false;
    state.spread = Math.min(state.spread, result.spread ?? 1);
    state.setupMs = (state.setupMs ?? 0) + result.setupMs;
    order.push(state);
  }
  const sorted = [...states].sort((a, b) => Number(isTried(b)) - Number(isTried(a)) || valueOf(a) - valueOf(b));
  const [first, ...others] = sorted;
  const rivals = others.filter(({ refusal }) => refusal === undefined);
  const second = leastBy(rivals, valueOf);
  const margin = first && second && isTried(first) ? valueOf(second) / valueOf(first) : null;
  const isAhead = (by: number): boolean =>
    by > Math.max(CLOSE, ...[first, second].flatMap((state) => (state ? [differenceIn(state)] : [])));
  return {
    ranking: sorted.map(({ candidate, prediction, trialsMs, setupMs, refusal, fix, wrong }) => ({
      candidate,
      prediction,
      trialsMs,
      setupMs,
      expectedMs: prediction.ms * Math.exp(medianOf(offOn(states, candidate.backend))),
      ...(refusal === undefined ? {} : { refusal }),
      ...(fix === undefined ? {} : { fix }),
      ...(wrong ? { wrong } : {}),
    })),
    order: order.map((state) => sorted.indexOf(state)),
    confidence: !first || !isTried(first) ? 'predicted' : margin === null || isAhead(margin) ? 'measured' : 'close',
    margin,
  };
}
