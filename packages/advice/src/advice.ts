import type { Candidate } from './candidate.ts';
import type { Refused } from './candidates.ts';
import type { Choice, Ranked } from './choose.ts';
import type { MatrixTraits } from './traits.ts';

/** What the products of a candidate cost before the first, and what it holds. */
export interface Setup {
  readonly convertMs: number;
  readonly prepareMs: number;
  readonly bytesResident: number;
}

/** A candidate as advice names it. */
export interface Advised extends Candidate, Pick<Ranked, 'trialsMs' | 'refusal' | 'fix' | 'wrong'> {
  /** Milliseconds of one product: of its trials the middle one, else what is expected after those of others. */
  readonly ms: number;
  /** What statistics alone expected. */
  readonly predictedMs: number;
  /** What that rests on: see `Prediction.from`. */
  readonly predictedFrom: Ranked['prediction']['from'];
  /** Bytes of its arrays on the host while it is built. */
  readonly hostBytes: number;
  /** Null where it was not tried. */
  readonly setup: Setup | null;
}

/** From how many products on a choice is worth what it costs. */
export interface Payoff {
  /** What one would have without it: of those that were tried the one that is ready first. */
  readonly against: {
    readonly backend: string;
    readonly kernel: string;
    readonly setupMs: number;
    readonly ms: number;
  };
  /** Products from which on conversion and preparation of the choice are paid back; 0 where it is ready as soon. */
  readonly products: number;
  /** The same, the time of the advice itself paid back, too; null where the choice is what one would have had. */
  readonly withAdvice: number | null;
}

/** Which format, kernel, backend and parameters for a matrix, why, and what that costs. Plain data. */
export interface Advice {
  readonly traits: MatrixTraits;
  /** Null where everything is refused. */
  readonly choice: Advised | null;
  /** All other candidates, the best first; those that were tried come first. */
  readonly others: readonly Advised[];
  readonly refused: readonly Refused[];
  readonly confidence: Choice['confidence'];
  /** What the best of the others takes over what the choice takes; null without another one. */
  readonly margin: number | null;
  /** Products of trial in their order. */
  readonly trials: readonly { readonly backend: string; readonly kernel: string; readonly ms: number }[];
  /** Products of the matrix that trials computed: more than trials where one is too short for the host's clock. What a device repeats by itself is not in it. */
  readonly products: number;
  /** Milliseconds that the advice took, conversions and checks included. */
  readonly spentMs: number;
  /** From how many products on the choice is worth what it costs; null where nothing else was tried. */
  readonly payoff: Payoff | null;
  /** Sentences with the numbers that speak for it. */
  readonly reasons: readonly string[];
}
