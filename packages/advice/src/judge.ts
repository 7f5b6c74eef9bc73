import type { Choice, RunTrial } from './choose.ts';
import { choose } from './choose.ts';
import type { Candidate } from './candidate.ts';
import type { Experience } from './experience.ts';
import { predictorOf } from './experience.ts';
import { isHeldOut, medianOf } from './measurement.ts';
import type { Measured, MeasuredMatrix } from './measurement.ts';

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
  readonly sureness: Choice['sureness'];
  /** Products of trial. */
  readonly trials: number;
}

/** Where the median lies in 95 of 100 runs, from the ranks of a binomial distribution. */
function medianInterval(values: readonly number[]): readonly [low: number, high: number] {
  const sorted = [...values].sort((a, b) => a - b);
  const reach = (1.96 * Math.sqrt(sorted.length)) / 2;
  const [low, high] = [Math.floor(sorted.length / 2 - reach), Math.ceil(sorted.length / 2 + reach)];
  return [sorted[Math.max(0, low)] as number, sorted[Math.min(sorted.length - 1, high)] as number];
}

/** Whether a round of samples stands for trials: two and two in turns, as `bench` goes through the candidates forwards and backwards in turns. */
function isTrial(round: number): boolean {
  return (round >> 1) % 2 === 0;
}

/** Samples of a candidate that trials are taken from; the others say what it takes, so that luck in a trial is luck. */
function replayOf(
  measured: readonly Measured[],
  most: number,
): {
  readonly run: RunTrial;
  msOf(candidate: Candidate): number;
  intervalOf(candidate: Candidate): readonly [low: number, high: number];
} {
  const of = new Map(measured.map((one) => [one.candidate, one]));
  const used = new Map<Candidate, number>();
  const trialsOf = ({ samplesMs }: Measured): readonly number[] =>
    samplesMs.filter((_, s) => isTrial(s)).slice(0, most);
  const restOf = (one: Measured): readonly number[] => {
    const rest = one.samplesMs.filter((_, s) => !isTrial(s));
    return rest.length > 0 ? rest : one.samplesMs;
  };
  return {
    msOf: (candidate) => medianOf(restOf(of.get(candidate) as Measured)),
    intervalOf: (candidate) => medianInterval(restOf(of.get(candidate) as Measured)),
    run: async (candidate) => {
      const one = of.get(candidate) as Measured;
      const u = used.get(candidate) ?? 0;
      used.set(candidate, u + 1);
      const samples = trialsOf(one);
      return { ms: samples[u % samples.length] as number, setupMs: u === 0 ? one.convertMs + one.prepareMs : 0 };
    },
  };
}

/** Advice as it would have been given, one recorded matrix after another, judged by what was measured. Those with one candidate are left out: nothing is chosen. */
export async function judge(
  matrices: readonly MeasuredMatrix[],
  experience: Experience,
  { trials = 10 }: { readonly trials?: number } = {},
): Promise<readonly Judged[]> {
  const predictor = predictorOf(experience);
  const judged: Judged[] = [];
  for (const { name, hash, traits, measured } of matrices) {
    const groups = new Map<string, Measured[]>();
    for (const one of measured) {
      const key = `${one.candidate.backend} ${one.candidate.precision}`;
      groups.set(key, [...(groups.get(key) ?? []), one]);
    }
    for (const group of groups.values()) {
      if (group.length < 2) continue;
      const replay = replayOf(group, trials);
      const expected = group.map(({ candidate }) => ({ candidate, prediction: predictor.predict(candidate, traits) }));
      const choice = await choose(expected, replay.run, { trials });
      const alone = await choose(expected, replay.run, { trials: 0 });
      const advised = choice.ranking[0]?.candidate as Candidate;
      const best = group.reduce((a, b) => (replay.msOf(b.candidate) < replay.msOf(a.candidate) ? b : a)).candidate;
      const bestMs = replay.msOf(best);
      judged.push({
        matrix: name,
        hash,
        heldOut: isHeldOut(hash),
        backend: advised.backend,
        precision: advised.precision,
        candidates: group.length,
        advised,
        expectedMs: choice.ranking[0]?.expectedMs as number,
        advisedMs: replay.msOf(advised),
        best,
        bestMs,
        ratio: replay.msOf(advised) / bestMs,
        tied: replay.msOf(advised) <= WITHIN * bestMs || replay.intervalOf(advised)[0] <= replay.intervalOf(best)[1],
        predictedRatio: replay.msOf(alone.ranking[0]?.candidate as Candidate) / bestMs,
        sureness: choice.sureness,
        trials: choice.order.length,
      });
    }
  }
  return judged;
}
