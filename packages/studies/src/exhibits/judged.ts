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

/** By what factor a time may be off: with another that may be as much, by the drift of its backend, as independent errors add up. */
const offOf = ({ drift = 1 }: Timed): number => drift ** Math.SQRT1_2;

/** An amount over a time, beyond the drift of its backend: operations give a rate. */
export function perTime(amount: number, timed: Timed): Ratio {
  const { medianMs, medianLowMs, medianHighMs } = timed;
  return {
    low: amount / ((medianHighMs ?? Infinity) * offOf(timed)),
    value: amount / medianMs,
    high: amount / ((medianLowMs ?? 0) / offOf(timed)),
  };
}

/** Operations a second of a product, in 10⁹; nothing of one without. */
export function rateOf(timed: Timed): Ratio | undefined {
  return timed.gflops === null ? undefined : perTime(timed.gflops * timed.medianMs, timed);
}

/**
 * How many times as fast `fast` is. A time without an interval may be any. No two points are measured in turns, so that either may be off by
 * the drift of its backend, in one leg as in two.
 */
export function ratioOf(slow: Timed, fast: Timed): Ratio {
  const off = Math.exp(Math.hypot(Math.log(offOf(slow)), Math.log(offOf(fast))));
  return {
    low: (slow.medianLowMs ?? 0) / (fast.medianHighMs ?? Infinity) / off,
    value: slow.medianMs / fast.medianMs,
    high: ((slow.medianHighMs ?? Infinity) / (fast.medianLowMs ?? 0)) * off,
  };
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

/** Whether something is the best, by how much faster it is than the best of the others: none of these is faster than it. */
export function isBest(overNext: Ratio): boolean | null {
  return isAtLeast(overNext, 1 / FASTER);
}

/** Why a machine of fewer threads cannot judge what takes so many. */
export function needsThreads(count: number): NonNullable<Claim['unfit']> {
  return ({ machine: { cores } }) =>
    cores < count ? `This machine runs ${cores} threads at a time; it takes ${count}.` : undefined;
}

/** Whether all of an interval lies from `least` to `most`; `null` where a part does. */
export function isBetween({ low, high }: Ratio, least: number, most: number): boolean | null {
  if (low >= least && high <= most) return true;
  return high < least || low > most ? false : null;
}

/** Whether all of an interval lies within a factor of 1; `null` where a part does. */
export function isWithin(ratio: Ratio, factor: number): boolean | null {
  return isBetween(ratio, 1 / factor, factor);
}

/** The sum of numbers with their ends. */
export function sumOf(all: readonly Ratio[]): Ratio {
  const sum = (end: keyof Ratio): number => all.reduce((total, one) => total + one[end], 0);
  return { low: sum('low'), value: sum('value'), high: sum('high') };
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

/** What the paper's own numbers say against its sentence; empty where they are with it, or there are none. */
export function againstPrint({ of, printed }: Claim): string {
  const cases = printed?.() ?? [];
  const no = cases.filter(({ holds }) => holds === false);
  const canBe = cases.length - no.length;
  if (cases.length === 0 || canBe >= needed(of, cases.length)) return '';
  return `By the paper's own numbers it is true of ${canBe} of ${cases.length} at the most, ${of} needed: ${listed(no)}.`;
}

/** What a run says of a claim, and the paper's own numbers against it. */
export function judgeClaim(claim: Claim, run: StudyRun): Judgement {
  const { verdict, why } = judgeRun(claim, run);
  return { verdict, why: [why, againstPrint(claim)].filter((text) => text !== '').join(' ') };
}

/**
 * What a run says of a claim. It holds where enough of its cases are true, does not hold where not enough can be, and else the intervals of
 * the medians leave it open; why ends with what of it is not judged whatever ran, or was left out of this run. It is not judged where the
 * paper speaks of cases that were not run, or say nothing here, and could turn it.
 */
function judgeRun(claim: Claim, run: StudyRun): Judgement {
  const { of, among, comparesPoints = false } = claim;
  const unfit = claim.unfit?.(run);
  if (unfit !== undefined) return { verdict: 'not judged', why: unfit };
  const judged = comparesPoints ? run : wholeOf(run);
  const cases = claim.cases(judged);
  const aside = (claim.aside?.(judged) ?? []).map((text) => `${text}. `).join('');
  const left = leftOutText(leftOutOf(run, claim));
  const one = cases.length === 1;
  const ran = aside === '' ? `${one ? 'was' : 'were'} run` : `count${one ? 's' : ''}`;
  const lacking = Math.max(0, among - cases.length);
  const lacks = (): string => `${aside}${left || (aside ? '' : whyNotDrawn(run, claim))}`.trimEnd();
  if (cases.length === 0) return { verdict: 'not judged', why: aside ? lacks() : whyNotDrawn(run, claim) };
  const [yes, no, open] = [
    cases.filter(({ holds }) => holds === true),
    cases.filter(({ holds }) => holds === false),
    cases.filter(({ holds }) => holds === null),
  ];
  const need = needed(of, cases.length + lacking);
  const [isTrue, canBe] = [yes.length >= need, yes.length + open.length + lacking >= need];
  if (lacking > 0 && canBe && !isTrue) {
    const noisy = open.length === 0 ? '' : `, ${open.length} too noisy to tell (${listed(open)})`;
    const why = `Of ${among} cases ${cases.length} ${ran}: ${yes.length} true, ${no.length} false${noisy}. The others can turn it, ${of} needed. ${lacks()}`;
    return { verdict: 'not judged', why };
  }
  const verdict = isTrue ? 'holds' : canBe ? 'too noisy to tell' : 'does not hold';
  const deciding = { holds: yes, 'does not hold': no, 'too noisy to tell': open }[verdict];
  // What speaks against it first: the rest may be cut off.
  const told = of === 'all' || verdict === 'too noisy to tell' ? deciding : [...no, ...open, ...yes];
  const all = lacking > 0 ? `${cases.length} that ${ran} of ${among}` : `${cases.length}`;
  const counted = all === '1' ? '' : `true of ${yes.length} of ${all}${noisyText(open.length)}, ${of} needed: `;
  const part = comparesPoints && left !== '' ? ' Of points that all have.' : '';
  const partial = [aside.trimEnd(), claim.lacks ?? '', left].filter((text) => text !== '').join(' ');
  return { verdict, why: `${counted}${listed(told)}.${part}${partial && ` In part: ${partial}`}` };
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
