import type { Claim, ClaimCase, Judgement } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import { leftOutOf, leftOutText, wholeOf, whyNotDrawn } from './left-out.ts';
import type { Timed } from './timed.ts';

/** A quotient of two medians, and how small and large it is at the ends of their 95 % intervals. */
export interface Ratio {
  readonly low: number;
  readonly value: number;
  readonly high: number;
}

/** From here on something counts as faster: what lies between is no speed-up, even where it is no noise. */
export const FASTER = 1.05;

/** A time whose interval ends so far apart is no base of quotients. */
const WIDE = 1.5;

/** Whether the interval of a time is so wide, or unknown, that what is divided by it is marked. */
export function isWide({ medianLowMs, medianHighMs }: Timed): boolean {
  return (medianHighMs ?? Infinity) >= WIDE * (medianLowMs ?? 0);
}

/** Operations a second of a product, in 10⁹; nothing of one without. */
export function rateOf({ gflops, medianMs, medianLowMs, medianHighMs }: Timed): Ratio | undefined {
  if (gflops === null) return undefined;
  const at = (ms: number | null, none: number): number => (ms === null || ms === 0 ? none : (gflops * medianMs) / ms);
  return { low: at(medianHighMs, 0), value: gflops, high: at(medianLowMs, Infinity) };
}

/** How many times as fast `fast` is. A time without an interval may be any; across legs one is wider by the drift between them. */
export function ratioOf(slow: Timed, fast: Timed): Ratio {
  const ratio = {
    low: (slow.medianLowMs ?? 0) / (fast.medianHighMs ?? Infinity),
    value: slow.medianMs / fast.medianMs,
    high: (slow.medianHighMs ?? Infinity) / (fast.medianLowMs ?? 0),
  };
  return slow.leg === fast.leg ? ratio : beyondDrift(ratio, slow, fast);
}

/** A quotient of two measurements of which either may be off by the drift of its backend. */
export function beyondDrift({ low, value, high }: Ratio, slow: Timed, fast: Timed): Ratio {
  const drift = Math.sqrt((slow.drift ?? 1) * (fast.drift ?? 1));
  return { low: low / drift, value, high: high * drift };
}

/** The quotient of two quotients. */
export function overRatio(a: Ratio, b: Ratio): Ratio {
  return { low: a.low / b.high, value: a.value / b.value, high: a.high / b.low };
}

/** Whether all of an interval lies at `least` or above; `null` where a part does. */
export function isAtLeast({ low, high }: Ratio, least: number): boolean | null {
  if (low >= least) return true;
  return high < least ? false : null;
}

/** Whether all of an interval lies within a factor of 1; `null` where a part does. */
export function isWithin({ low, high }: Ratio, factor: number): boolean | null {
  if (low >= 1 / factor && high <= factor) return true;
  return high < 1 / factor || low > factor ? false : null;
}

/** A case of a claim that one thing is faster than another. */
export function fasterCase(name: string, fast: Timed | undefined, slow: Timed | undefined): readonly ClaimCase[] {
  if (!fast || !slow) return [];
  const ratio = ratioOf(slow, fast);
  return [{ name, holds: isAtLeast(ratio, FASTER), text: ratioText(ratio) }];
}

/** The fewest true cases of so many. */
function needed(of: Claim['of'], count: number): number {
  if (of === 'all') return count;
  if (of === 'some') return 1;
  return of === 'most' ? Math.floor(count / 2) + 1 : Math.ceil(count / 3);
}

/**
 * What a run says of a claim. It holds where enough of its cases are true, does not hold where not enough can be, and else the intervals of
 * the medians leave it open; why ends with what of it is not judged whatever ran. It is not judged where the paper speaks of cases that were
 * not run and could turn it; why is what the run recorded as left out.
 */
export function judgeClaim(claim: Claim, run: StudyRun): Judgement {
  const { of, among, comparesPoints = false } = claim;
  const unfit = claim.unfit?.(run);
  if (unfit !== undefined) return { verdict: 'not judged', why: unfit };
  const cases = claim.cases(comparesPoints ? run : wholeOf(run));
  if (cases.length === 0) return { verdict: 'not judged', why: whyNotDrawn(run, claim) };
  const [yes, no, open] = [
    cases.filter(({ holds }) => holds === true),
    cases.filter(({ holds }) => holds === false),
    cases.filter(({ holds }) => holds === null),
  ];
  const lacking = Math.max(0, among - cases.length);
  const need = needed(of, cases.length + lacking);
  const [isTrue, canBe] = [yes.length >= need, yes.length + open.length + lacking >= need];
  if (lacking > 0 && canBe && !isTrue) {
    const noisy = open.length === 0 ? '' : `, ${open.length} too noisy to tell (${listed(open)})`;
    const why = `Of ${among} cases ${cases.length} were run: ${yes.length} true, ${no.length} false${noisy}. The others can turn it, ${of} needed. ${leftOutText(leftOutOf(run, claim)) || whyNotDrawn(run, claim)}`;
    return { verdict: 'not judged', why };
  }
  const verdict = isTrue ? 'holds' : canBe ? 'too noisy to tell' : 'does not hold';
  const deciding = { holds: yes, 'does not hold': no, 'too noisy to tell': open }[verdict];
  const told = of === 'all' || verdict === 'too noisy to tell' ? deciding : cases;
  const all = lacking > 0 ? `${cases.length} that were run of ${among}` : `${cases.length}`;
  const counted = all === '1' ? '' : `true of ${yes.length} of ${all}${noisyText(open.length)}, ${of} needed: `;
  const part = comparesPoints && leftOutOf(run, claim).length > 0 ? ' Of points that all have.' : '';
  const partial = claim.lacks === undefined ? '' : ` In part: ${claim.lacks}`;
  return { verdict, why: `${counted}${listed(told)}.${part}${partial}` };
}

function noisyText(count: number): string {
  return count === 0 ? '' : `, ${count} too noisy`;
}

/** Enough of them to see what it is about. */
const MOST_TOLD = 6;

function listed(cases: readonly ClaimCase[]): string {
  const told = cases.slice(0, MOST_TOLD).map(({ name, text }) => `${name} ${text}`);
  const left = cases.length - told.length;
  return [...told, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

function times(ratio: number): string {
  return ratio >= 9.995 ? ratio.toFixed(1) : ratio.toFixed(2);
}

/** `1.31×`, of an interval that says more `1.31× (1.20 to 1.44)`. */
export function ratioText({ low, value, high }: Ratio): string {
  const ends = [times(low), times(high)];
  return ends.every((end) => end === times(value)) ? `${times(value)}×` : `${times(value)}× (${ends.join(' to ')})`;
}

/** Three digits, and all before the point: `0.0123`, `45.6`, `6184`. */
export function figureText(value: number): string {
  return Math.abs(value) >= 999.5 ? value.toFixed(0) : value.toPrecision(3);
}
