import type { Advice, Advised } from './advice.ts';
import type { Candidate } from './candidate.ts';
import type { LiveCandidate, Refused } from './candidates.ts';
import type { ChooseOptions, Expected, Ranked } from './choose.ts';
import { choose } from './choose.ts';
import { undisturbed } from './measurement.ts';
import type { Experience } from './experience.ts';
import { payoffOf } from './payoff.ts';
import { reasonsOf } from './reasons.ts';
import type { MatrixTraits } from './traits.ts';
import type { Trials } from './trial.ts';

/** How a candidate is tried. */
export interface CandidateTrial {
  readonly live: LiveCandidate;
  readonly trials: Trials;
  /** What is chosen by takes so many times as long as what is tried. */
  readonly times: number;
}

/** What advice is made of. */
export interface TriedParts {
  readonly expected: readonly Expected[];
  readonly triedOf: (candidate: Candidate) => CandidateTrial;
  /** What is made ready of the choice where somebody is to run it: what a kernel that nobody tried needs may not be installed. Undefined of what runs already. */
  readonly readyOf?: ((candidate: Candidate) => Pick<CandidateTrial, 'live' | 'trials'> | undefined) | undefined;
  readonly refused: readonly Refused[];
  readonly traits: MatrixTraits;
  readonly experience: Experience;
  readonly options: ChooseOptions;
  /** Where choosing began, by `performance.now()`. */
  readonly began: number;
}

function advisedOf({ candidate, ...ranked }: Ranked, { live, trials }: CandidateTrial): Advised {
  const { trialsMs, prediction, expectedMs, refusal, fix, wrong } = ranked;
  const sorted = undisturbed(trialsMs).toSorted((a, b) => a - b);
  return {
    ...candidate,
    ms: sorted[sorted.length >> 1] ?? expectedMs,
    predictedMs: prediction.ms,
    predictedFrom: prediction.from,
    trialsMs,
    hostBytes: live.plan.hostBytes,
    setup: trials.setupOf(live) ?? null,
    ...(refusal === undefined ? {} : { refusal }),
    ...(fix === undefined ? {} : { fix }),
    ...(wrong ? { wrong } : {}),
  };
}

/** The candidates in their order, the first that is not refused being ready. */
async function withReady(ranking: readonly Ranked[], { readyOf }: TriedParts): Promise<readonly Ranked[]> {
  const list = [...ranking];
  for (const [place, ranked] of list.entries()) {
    if (!readyOf || ranked.refusal !== undefined) continue;
    const needed = readyOf(ranked.candidate);
    const refused = await needed?.trials.makeReady(needed.live);
    if (!refused) break;
    list[place] = { ...ranked, ...refused };
  }
  return list;
}

/** Tries candidates, and puts what came of it into words. The chosen candidate is undefined where every one is refused. Errors: what trials throw. */
export async function triedAdvice(
  parts: TriedParts,
): Promise<{ readonly advice: Advice; readonly chosen: Candidate | undefined }> {
  const { expected, triedOf, refused, traits, experience, options, began } = parts;
  const run = async (candidate: Candidate): ReturnType<Trials['run']> => {
    const { live, trials, times } = triedOf(candidate);
    const result = await trials.run(live);
    return 'refusal' in result ? result : { ...result, ms: times * result.ms };
  };
  // Without entries every product is trivial: there is nothing to try.
  const choice = await choose(expected, run, traits.nnz === 0 ? { trials: 0 } : options);
  const ranked = await withReady(choice.ranking, parts);
  const ranking = ranked.map((one) => advisedOf(one, triedOf(one.candidate)));
  const usable = ranking.filter(({ refusal }) => refusal === undefined);
  const [first] = usable;
  const counts = ranking.map(() => 0);
  const order = choice.order.map((place) => {
    const { backend, kernel, trialsMs } = ranking[place];
    const ms = trialsMs[counts[place]];
    counts[place] = counts[place] + 1;
    return { backend, kernel, ms };
  });
  const all = new Set(expected.map(({ candidate }) => triedOf(candidate).trials));
  const base = {
    traits,
    choice: first ?? null,
    others: ranking.filter((one) => one !== first),
    refused,
    confidence: choice.confidence,
    margin: choice.margin,
    trials: order,
    products: [...all].reduce((sum, trials) => sum + trials.products(), 0),
    spentMs: performance.now() - began,
  };
  const payoff = first ? payoffOf(first, usable, base.spentMs) : null;
  return {
    advice: { ...base, payoff, reasons: reasonsOf({ ...base, payoff }, experience) },
    chosen: ranked.find(({ refusal }) => refusal === undefined)?.candidate,
  };
}
