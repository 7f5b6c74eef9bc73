import type { Judgement } from '../study.ts';

/** Nothing here can say. */
export function notJudged(why: string): Judgement {
  return { verdict: 'not judged', why };
}

/** One way or the other, with the numbers that say so. */
export function judged(holds: boolean, why: string): Judgement {
  return { verdict: holds ? 'holds' : 'does not hold', why };
}

/** One case of a claim about several. */
export interface ClaimCase {
  readonly name: string;
  readonly holds: boolean;
  /** With its number: `1.31×`. */
  readonly text: string;
}

/** A claim about every case: one that does not hold decides. Where there is none, `otherwise` says what was lacking. */
export function judgedByAll(cases: readonly ClaimCase[], otherwise: string): Judgement {
  if (cases.length === 0) return notJudged(otherwise);
  const against = cases.filter(({ holds }) => !holds);
  const told = against.length > 0 ? against : cases;
  return judged(against.length === 0, `${count(cases, against)}: ${listed(told)}.`);
}

/** A claim about most cases: half and more of them decide. */
export function judgedByMost(cases: readonly ClaimCase[], otherwise: string): Judgement {
  if (cases.length === 0) return notJudged(otherwise);
  const against = cases.filter(({ holds }) => !holds);
  return judged(2 * against.length < cases.length, `${count(cases, against)}: ${listed(cases)}.`);
}

function count(cases: readonly ClaimCase[], against: readonly ClaimCase[]): string {
  const holding = cases.length - against.length;
  return `true of ${holding} of ${cases.length}`;
}

/** Enough of them to see what it is about. */
const MOST_TOLD = 6;

function listed(cases: readonly ClaimCase[]): string {
  const told = cases.slice(0, MOST_TOLD).map(({ name, text }) => `${name} ${text}`);
  const left = cases.length - told.length;
  return [...told, ...(left > 0 ? [`${left} more`] : [])].join(', ');
}

/** `1.31×`. */
export function ratioText(ratio: number): string {
  return `${ratio >= 9.995 ? ratio.toFixed(1) : ratio.toFixed(2)}×`;
}

/** Three digits, and all before the point: `0.0123`, `45.6`, `6184`. */
export function figureText(value: number): string {
  return Math.abs(value) >= 999.5 ? value.toFixed(0) : value.toPrecision(3);
}
