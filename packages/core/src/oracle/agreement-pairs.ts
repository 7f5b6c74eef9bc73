import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import { denseElement } from '../operation/operand.ts';
import type { Compared, Extremes, JudgeElements } from './compared-results.ts';
import { kindOf, numberOfKind } from './compared-results.ts';
import { mayOverflow } from './error-bound.ts';
import type { Reference } from './reference.ts';

/** Where two members differ the most. */
export interface Difference {
  /** Name of the product, and the operand that was written. */
  readonly product: string;
  readonly operand: string;
  readonly element: number;
  /** What each has there, its bits in hexadecimal, and the combination that computed it. */
  readonly values: readonly [number, number];
  readonly hex: readonly [string, string];
  readonly by: readonly [string, string];
  /** The exact value; null where the oracle did not say. */
  readonly exact: number | null;
  /** Whom the oracle sides with: the places in `members` of those within their bound. */
  readonly right: readonly number[];
}

/** How far apart the results of two members are, or of combinations of one member where both are the same. */
export interface AgreementPair {
  readonly members: readonly [string, string];
  /** Largest |a − b| of an element against the sum of two bounds: they agree where it is at most 1. */
  readonly ratio: number;
  /** Elements that are finite in one and not in the other, or differ in being NaN or which infinity: sums that overflowed in one order. */
  readonly unlike: number;
  /** Absent where the results are the same numbers. */
  readonly worst?: Difference;
}

/** The widest bounds of all accumulators, and where an element is in them. */
export interface WidestBounds {
  readonly reference: Reference;
  readonly bounds: Float64Array;
  readonly exact: Float64Array;
  /** The place in both arrays, or −1. */
  place(element: number): number;
}

/** What judges the elements of an operand. */
export function judgementOf({ reference, bounds: seen }: Pick<Compared, 'reference' | 'bounds'>): WidestBounds {
  const [first = new Float64Array(0), ...others] = seen;
  const bounds =
    others.length === 0 ? first : first.map((bound, i) => Math.max(bound, ...others.map((b) => b[i] ?? 0)));
  const { elements, high: exact } = reference;
  if (!elements) return { reference, bounds, exact, place: (element) => element };
  const places = new Map(Array.from(elements, (element, i) => [element, i]));
  return { reference, bounds, exact, place: (element) => places.get(element) ?? -1 };
}

/** About what an element that was not judged may be wrong by: the widest bound of its row, or of all where it is in none. */
function expectedBound({ layout, reference }: Compared, { bounds }: WidestBounds): (element: number) => number {
  const widest = bounds.reduce((most, bound) => Math.max(most, bound), 0);
  if (!layout || !reference.elements) return () => widest;
  const { components } = PRECISIONS[reference.precision];
  const rowOf = (place: number): number => denseElement(layout, Math.floor(place / components)).row;
  const rows = new Float64Array(layout.rows);
  reference.elements.forEach((element, i) => {
    const row = rowOf(element);
    rows[row] = Math.max(rows[row] as number, bounds[i] as number);
  });
  return (element) => rows[rowOf(element)] || widest;
}

/** The finite results of two members that are farthest apart in an element. */
function farthest(
  a: Extremes,
  b: Extremes,
  e: number,
): Pick<Difference, 'values'> & { readonly by: readonly [number, number] } {
  const [al, ah, bl, bh] = [a.low[e], a.high[e], b.low[e], b.high[e]] as [number, number, number, number];
  return ah - bl > bh - al
    ? { values: [ah, bl], by: [a.highBy[e] as number, b.lowBy[e] as number] }
    : { values: [al, bh], by: [a.lowBy[e] as number, b.highBy[e] as number] };
}

/** What two members have that is not of one kind in an element. */
function unlikeAt(a: Extremes, b: Extremes, e: number): ReturnType<typeof farthest> | undefined {
  const [ofA, ofB] = [a.kinds[e] as number, b.kinds[e] as number];
  const strange = (ofA | ofB) & ~1;
  if (strange === 0 || (ofA | ofB) === strange) return undefined;
  const of = (one: Extremes, wanted: number): readonly [number, number] =>
    wanted === 1
      ? [one.low[e] as number, one.lowBy[e] as number]
      : [numberOfKind(wanted & -wanted), one.strangeBy[e] as number];
  const isStrange = (ofA & strange) !== 0;
  const [[first, firstBy], [second, secondBy]] = isStrange
    ? [of(a, ofA & strange), of((ofB & 1) !== 0 ? b : a, 1)]
    : [of(a, 1), of(b, ofB & strange)];
  return { values: [first, second], by: [firstBy, secondBy] };
}

/** How far they are apart; NaN where one has no finite result. */
function apartOf(a: Extremes, b: Extremes, e: number): number {
  const [al, ah, bl, bh] = [a.low[e], a.high[e], b.low[e], b.high[e]] as [number, number, number, number];
  return al <= ah && bl <= bh ? Math.max(ah - bl, bh - al) : Number.NaN;
}

/** In units of both bounds. A bound that is no number, of a reference that is not, bounds nothing. */
export function ratioOf(apart: number, bound: number): number {
  if (!(apart > 0) || Number.isNaN(bound)) return 0;
  return bound > 0 ? apart / (2 * bound) : Number.POSITIVE_INFINITY;
}

/** Where two members are farthest apart in one operand. */
interface Farthest {
  ratio: number;
  element: number;
  unlike: number;
  /** Where they differ and the bound is infinite, so that it judges nothing. */
  unbounded: number;
  /** Elements that the oracle did not look at, to ask it about: where they are farthest apart, and of different kinds. */
  readonly unasked: readonly number[];
}

/** Elements of a pair that the oracle is asked about besides those it judged: by each measure, and of different kinds. */
const MOST_ASKED = 8;

function compareMembers(
  a: Extremes,
  b: Extremes,
  { bounds, place }: WidestBounds,
  expected: (e: number) => number,
): Farthest {
  const measures = [() => 1, (e: number) => Math.abs(a.low[e] as number), expected].map((unit) => ({
    unit,
    most: [] as { readonly share: number; readonly element: number }[],
  }));
  const strange: number[] = [];
  const found = { ratio: 0, element: -1, unlike: 0, unbounded: -1 };
  for (let e = 0; e < a.low.length; e++) {
    const kinds = (a.kinds[e] as number) | (b.kinds[e] as number);
    const at = place(e);
    if ((kinds & (kinds - 1)) !== 0) {
      found.unlike++;
      if (at < 0 && strange.length < MOST_ASKED) strange.push(e);
    }
    const apart = apartOf(a, b, e);
    if (!(apart > 0)) continue;
    if (at >= 0) {
      const bound = bounds[at] as number;
      const ratio = ratioOf(apart, bound);
      if (ratio > found.ratio) Object.assign(found, { ratio, element: e });
      if (bound === Number.POSITIVE_INFINITY) found.unbounded = e;
      continue;
    }
    for (const { unit, most } of measures) {
      const share = apart / unit(e);
      if (most.length === MOST_ASKED && share <= (most.at(-1)?.share ?? 0)) continue;
      most.push({ share, element: e });
      most.sort((one, other) => other.share - one.share).splice(MOST_ASKED);
    }
  }
  return { ...found, unasked: [...strange, ...measures.flatMap(({ most }) => most.map(({ element }) => element))] };
}

/** The judgement of some more elements; where the operation does not say, by what is expected of them. */
function judgementOn(
  compared: Compared,
  elements: readonly number[],
  judge: JudgeElements | undefined,
  expected: (e: number) => number,
): WidestBounds {
  const asked = Int32Array.from(new Set(elements)).sort();
  const answer = judge?.(compared.reference, compared.operand, asked);
  if (answer) return judgementOf({ reference: answer.reference, bounds: new Set([answer.bounds]) });
  const exact = new Float64Array(asked.length).fill(Number.NaN);
  const reference = { ...compared.reference, high: exact, elements: asked };
  return judgementOf({ reference, bounds: new Set([Float64Array.from(asked, expected)]) });
}

/** Infinite where one of them is not finite and the exact value is, or the other way round, and no order of summation overflows. */
function ratioAt(a: Extremes, b: Extremes, e: number, { reference, bounds, exact, place }: WidestBounds): number {
  const at = place(e);
  const [kinds, right] = [(a.kinds[e] as number) | (b.kinds[e] as number), exact[at] as number];
  // Without an answer of the oracle nothing is known of infinities.
  const isKnown = reference.terms.length === exact.length && !mayOverflow(reference, reference.precision, at);
  if ((kinds & (kinds - 1)) !== 0 && isKnown && (kinds & ~kindOf(right)) !== 0) return Number.POSITIVE_INFINITY;
  return ratioOf(apartOf(a, b, e), bounds[at] as number);
}

/** The bits of a number of f64, or of f32 for precisions that f32 holds. */
function hexOf(value: number, precision: Precision): string {
  const view = new DataView(new ArrayBuffer(8));
  if (PRECISIONS[precision].host === 'f32') {
    view.setFloat32(0, value);
    return `0x${view.getUint32(0).toString(16).padStart(8, '0')}`;
  }
  view.setFloat64(0, value);
  return `0x${view.getBigUint64(0).toString(16).padStart(16, '0')}`;
}

function differenceAt(
  compared: Compared,
  [a, b]: readonly [Extremes, Extremes],
  e: number,
  by: WidestBounds,
): Difference {
  const { product, operand, names } = compared;
  const { values, by: places } = unlikeAt(a, b, e) ?? farthest(a, b, e);
  const [exact, bound] = [by.exact[by.place(e)] as number, by.bounds[by.place(e)] as number];
  const right = [0, 1].filter((m) => {
    const value = values[m] as number;
    return Number.isFinite(exact) ? Math.abs(value - exact) <= bound : Object.is(value, exact);
  });
  const [first, second] = places.map((place) => names[place] as string) as [string, string];
  const { precision } = compared.reference;
  return {
    product,
    operand,
    element: e,
    values,
    hex: [hexOf(values[0], precision), hexOf(values[1], precision)],
    by: [first, second],
    exact: Number.isNaN(exact) ? null : exact,
    right,
  };
}

/** The pairs of one operand after one product. */
export function pairsOf(
  compared: Compared,
  judgement: WidestBounds,
  judge: JudgeElements | undefined,
): readonly AgreementPair[] {
  const expected = expectedBound(compared, judgement);
  const members = [...compared.members];
  return members.flatMap(([first, a], i) =>
    members.slice(i).map(([second, b]): AgreementPair => {
      const { ratio, element, unlike, unbounded, unasked } = compareMembers(a, b, judgement, expected);
      let worst = { ratio, element, by: judgement };
      const asked = unasked.length > 0 ? judgementOn(compared, unasked, judge, expected) : judgement;
      for (const e of unasked) {
        const one = ratioAt(a, b, e, asked);
        if (one > worst.ratio) worst = { ratio: one, element: e, by: asked };
      }
      if (worst.element < 0) worst = { ...worst, element: unbounded };
      const common = { members: [first, second], unlike, ratio: worst.ratio } as const;
      if (worst.element < 0) return common;
      return { ...common, worst: differenceAt(compared, [a, b], worst.element, worst.by) };
    }),
  );
}

/** The pairs of several operands as one: the farthest apart of each. */
export function mergedPairs(all: readonly AgreementPair[]): readonly AgreementPair[] {
  const known = new Map<string, AgreementPair>();
  for (const pair of all) {
    const key = JSON.stringify(pair.members);
    const before = known.get(key);
    const isBefore =
      before && (before.ratio > pair.ratio || (before.ratio === pair.ratio && before.worst !== undefined));
    const [far, near] = isBefore ? [before, pair] : [pair, before];
    known.set(key, { ...far, unlike: far.unlike + (near?.unlike ?? 0) });
  }
  return [...known.values()];
}
