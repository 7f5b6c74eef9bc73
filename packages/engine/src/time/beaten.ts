import { sampleStatistics } from './sample-statistics.ts';

/** Before that nobody is beaten: of six the interval is all samples, and holds the median in 97 of 100 cases. */
export const LEAST_RACED = 6;
/** With so many by less, too: then it holds it in 99. */
export const CLOSELY_RACED = 8;
/**
 * The fastest so far is the luckiest of many, and everybody is looked at after each round: by intervals that do not overlap alone, one of thirty
 * equal ones that would have tied in the end is beaten in every run. A quarter more is no luck where times scatter by a tenth.
 */
const MARGIN = 1.25;
/** By fewer samples: a device's products of a tiny matrix take many times what the processor's do. */
const EARLY_MARGIN = 2;

/** Somebody's samples so far. */
export interface Raced {
  /** Who is compared with whom, by name; absent: with nobody. */
  readonly race: string | undefined;
  readonly samplesMs: ArrayLike<number>;
}

/**
 * Places of those that are beaten: the low end of the interval of the median is more than a quarter above the high end of that of the
 * fastest, the one with the least median of the race; more than twice as high before eight samples. Those near it are not, so that a verdict
 * rests on all samples of each that may be the fastest.
 */
export function beaten(all: readonly Raced[]): readonly number[] {
  const judged = all.flatMap(({ race, samplesMs }, place) =>
    race === undefined || samplesMs.length < LEAST_RACED ? [] : [{ race, place, ...sampleStatistics(samplesMs) }],
  );
  const fastest = new Map<string, (typeof judged)[number]>();
  for (const one of judged) {
    const known = fastest.get(one.race);
    if (!known || one.median < known.median) fastest.set(one.race, one);
  }
  return judged.flatMap(({ race, place, low }) => {
    const margin = (all[place]?.samplesMs.length ?? 0) < CLOSELY_RACED ? EARLY_MARGIN : MARGIN;
    return low > margin * (fastest.get(race)?.high ?? Infinity) ? [place] : [];
  });
}
