import { arrayOption, checkOptions, numberOption } from '@spmv/core';
import type { Choice } from './choose.ts';
import { choose } from './choose.ts';
import type { Candidate } from './candidate.ts';
import type { Experience } from './experience.ts';
import { predictorOf } from './experience.ts';
import { isHeldOut } from './measurement.ts';
import { judgeable, replayOf } from './replay.ts';
import type { MeasuredKernel, MeasuredMatrix } from './measurement.ts';

/** Advice is right where it takes at most this times what the best measured takes. */
export const WITHIN = 1.05;

/** What became of advice for one matrix, among the candidates of one backend and precision or of several. */
export interface Judged {
  readonly matrix: string;
  readonly hash: string;
  readonly heldOut: boolean;
  readonly backend: string;
  readonly precision: string;
  /** Candidates that were measured. */
  readonly candidates: number;
  readonly advised: Candidate;
  /** What it was expected to take: by statistics, corrected by trials on the same backend. */
  readonly expectedMs: number;
  readonly advisedMs: number;
  readonly best: Candidate;
  readonly bestMs: number;
  /** What the advised takes over what the best takes: at least 1. */
  readonly ratio: number;
  /** Within 5 %, or so close that the run cannot tell: the intervals of both medians (95 %) overlap. */
  readonly tied: boolean;
  /** Where statistics alone would have been. */
  readonly predictedRatio: number;
  /** Where the best of all would have been, known from as many samples of every candidate as judge it: no advice can be expected to do better. */
  readonly bestKnownRatio: number;
  readonly confidence: Choice['confidence'];
  /** Products of trial. */
  readonly trials: number;
}

/** What advice is judged with besides a run. */
export interface JudgeOptions {
  readonly trials?: number;
  /** Trials of the same matrices as advice runs them (`recordedTrials`), in the place of samples; of those without any samples are. */
  readonly tried?: readonly MeasuredMatrix[];
  /** A second run of the same matrices, which then judges; those without one are left out. */
  readonly again?: readonly MeasuredMatrix[];
}

function groupsOf(measured: readonly MeasuredKernel[]): ReadonlyMap<string, readonly MeasuredKernel[]> {
  const groups = new Map<string, MeasuredKernel[]>();
  for (const one of measured) {
    const key = `${one.candidate.backend} ${one.candidate.precision}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return groups;
}

/** Advice as it would have been given, one recorded matrix after another, judged by what was measured. Those with one candidate are left out: nothing is chosen. */
export async function judge(
  matrices: readonly MeasuredMatrix[],
  experience: Experience,
  options: JudgeOptions = {},
): Promise<readonly Judged[]> {
  checkOptions('judge', options, { trials: numberOption(0), tried: arrayOption, again: arrayOption });
  const { trials = 10, tried = [], again } = options;
  const predictor = predictorOf(experience);
  const groupIn = (list: readonly MeasuredMatrix[], hash: string, key: string): readonly MeasuredKernel[] | undefined =>
    groupsOf(list.find((one) => one.hash === hash)?.measured ?? []).get(key);
  const judged: Judged[] = [];
  for (const { name, hash, traits, measured } of matrices) {
    for (const [key, all] of groupsOf(measured)) {
      const other = again && (groupIn(again, hash, key) ?? []);
      const beside = { tried: groupIn(tried, hash, key), again: other };
      const group = judgeable(all, beside);
      if (group.length < 2) continue;
      const replay = replayOf(group, beside, trials);
      const expected = group.map(({ candidate }) => ({ candidate, prediction: predictor.predict(candidate, traits) }));
      const choice = await choose(expected, replay.run, { trials });
      const alone = await choose(expected, replay.run, { trials: 0 });
      const advised = choice.ranking[0]?.candidate;
      const leastBy = (msOf: (candidate: Candidate) => number): Candidate =>
        group.reduce((a, b) => (msOf(b.candidate) < msOf(a.candidate) ? b : a)).candidate;
      const best = leastBy(replay.msOf);
      const bestMs = replay.msOf(best);
      judged.push({
        matrix: name,
        hash,
        heldOut: isHeldOut(hash),
        backend: advised.backend,
        precision: advised.precision,
        candidates: group.length,
        advised,
        expectedMs: choice.ranking[0]?.expectedMs,
        advisedMs: replay.msOf(advised),
        best,
        bestMs,
        ratio: replay.msOf(advised) / bestMs,
        tied: replay.msOf(advised) <= WITHIN * bestMs || replay.intervalOf(advised)[0] <= replay.intervalOf(best)[1],
        predictedRatio: replay.msOf(alone.ranking[0]?.candidate) / bestMs,
        bestKnownRatio: replay.msOf(leastBy(replay.knownMsOf)) / bestMs,
        confidence: choice.confidence,
        trials: choice.order.length,
      });
    }
  }
  return judged;
}
