import type { RunTrial } from './choose.ts';
import type { Candidate } from './candidate.ts';
import { experienceKey } from './candidate.ts';
import type { MeasuredKernel } from './measurement.ts';
import { medianOf } from './measurement.ts';

/** What a trial of a recorded candidate takes, and what the candidate takes in truth. */
export interface Replay {
  readonly run: RunTrial;
  /** What it takes, by the samples that judge. */
  msOf(candidate: Candidate): number;
  /** Where that lies in 95 of 100 runs. */
  intervalOf(candidate: Candidate): readonly [low: number, high: number];
  /** What it takes by the samples that do not judge: with all of them a choice could be no better than the best of these. */
  knownMsOf(candidate: Candidate): number;
}

/** Besides a run: products of trial as advice computed them, and another run of the same. */
export interface OtherRuns {
  /** Trials of the same candidates, in the place of samples. */
  readonly tried?: readonly MeasuredKernel[] | undefined;
  /** What judges, in the place of half of the samples. */
  readonly again?: readonly MeasuredKernel[] | undefined;
}

/** Where the median lies in 95 of 100 runs, from the ranks of a binomial distribution. */
function medianInterval(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const reach = (1.96 * Math.sqrt(sorted.length)) / 2;
  const [low, high] = [Math.floor(sorted.length / 2 - reach), Math.ceil(sorted.length / 2 + reach)];
  return [sorted[Math.max(0, low)], sorted[Math.min(sorted.length - 1, high)]];
}

/** Whether a round of samples stands for trials: two and two in turns, as `bench` goes through the candidates forwards and backwards in turns. */
function isTrial(round: number): boolean {
  return (round >> 1) % 2 === 0;
}

/** The same candidate in another run: a kernel at its usual point comes once in each. */
function bySame(measured: readonly MeasuredKernel[]): (candidate: Candidate) => MeasuredKernel | undefined {
  const of = new Map(measured.map((one) => [experienceKey(one.candidate), one]));
  return (candidate) => of.get(experienceKey(candidate));
}

/** Those of a run that its other run has, too, where there is one. */
export function judgeable(measured: readonly MeasuredKernel[], { again }: OtherRuns): readonly MeasuredKernel[] {
  if (again === undefined) return measured;
  const other = bySame(again);
  return measured.filter(({ candidate }) => other(candidate) !== undefined);
}

/** Trials of the candidates of a run: samples, the rest of which says what they take, so that luck in a trial is luck; or what was tried, or measured, beside it. */
export function replayOf(measured: readonly MeasuredKernel[], { tried, again }: OtherRuns, most: number): Replay {
  const of = new Map(measured.map((one) => [one.candidate, one]));
  const used = new Map<Candidate, number>();
  const [triedOf, againOf] = [tried && bySame(tried), again && bySame(again)];
  const known = ({ samplesMs }: MeasuredKernel): readonly number[] =>
    again ? samplesMs : samplesMs.filter((_, s) => isTrial(s));
  const rest = (candidate: Candidate): readonly number[] => {
    if (againOf) return againOf(candidate)?.samplesMs ?? [];
    const { samplesMs } = of.get(candidate) as MeasuredKernel;
    const others = samplesMs.filter((_, s) => !isTrial(s));
    return others.length > 0 ? others : samplesMs;
  };
  return {
    msOf: (candidate) => medianOf(rest(candidate)),
    intervalOf: (candidate) => medianInterval(rest(candidate)),
    knownMsOf: (candidate) => medianOf(known(of.get(candidate) as MeasuredKernel)),
    run: async (candidate) => {
      const one = of.get(candidate) as MeasuredKernel;
      const u = used.get(candidate) ?? 0;
      used.set(candidate, u + 1);
      const trials = triedOf ? (triedOf(candidate)?.samplesMs ?? []) : known(one).slice(0, most);
      // Nobody tried it, so advice may not know what it takes; the best may be it all the same.
      if (trials.length === 0) return { refusal: 'it was not tried' };
      const setupMs = u === 0 ? one.convertMs + one.prepareMs : 0;
      return { ms: trials[u % trials.length], setupMs, ...(one.clocked === true ? { clocked: true } : {}) };
    },
  };
}
