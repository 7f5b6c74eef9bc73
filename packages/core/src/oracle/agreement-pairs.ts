import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import type { Compared, Extremes, JudgeElements } from './compared-results.ts';

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
export interface Judgement {
  readonly bounds: Float64Array;
  readonly exact: Float64Array;
  /** The place in both arrays, or −1. */
  place(element: number): number;
}

/** What judges the elements of an operand. */
export function judgementOf({ reference, bounds: seen }: Pick<Compared, 'reference' | 'bounds'>): Judgement {
  const [first = new Float64Array(0), ...others] = seen;
  const bounds =
    others.length === 0 ? first : first.map((bound, i) => Math.max(bound, ...others.map((b) => b[i] ?? 0)));
  const { elements, high: exact } = reference;
  if (!elements) return { bounds, exact, place: (element) => element };
  const places = new Map(Array.from(elements, (element, i) => [element, i]));
  return { bounds, exact, place: (element) => places.get(element) ?? -1 };
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

/** Where two members are farthest apart in one operand: by the bounds, and where there are none by size and in proportion. */
interface Farthest {
  ratio: number;
  element: number;
  unlike: number;
  /** Elements that the oracle did not look at. */
  readonly unasked: { apart: number; element: number }[];
}

function compareMembers(a: Extremes, b: Extremes, { bounds, place }: Judgement): Farthest {
  const bySize = { apart: 0, element: -1 };
  const inProportion = { apart: 0, element: -1 };
  const found: Farthest = { ratio: 0, element: -1, unlike: 0, unasked: [bySize, inProportion] };
  for (let e = 0; e < a.low.length; e++) {
    const kinds = (a.kinds[e] as number) | (b.kinds[e] as number);
    if ((kinds & (kinds - 1)) !== 0) found.unlike++;
    const apart = apartOf(a, b, e);
    if (!(apart > 0)) continue;
    const at = place(e);
    if (at >= 0) {
      const ratio = ratioOf(apart, bounds[at] as number);
      if (ratio > found.ratio) Object.assign(found, { ratio, element: e });
      continue;
    }
    const relative = apart / Math.max(Math.abs(a.low[e] as number), Math.abs(b.high[e] as number));
    if (apart > bySize.apart) Object.assign(bySize, { apart, element: e });
    if (relative > inProportion.apart) Object.assign(inProportion, { apart: relative, element: e });
  }
  return found;
}

/** The judgement of some more elements; where the operation does not say, by the widest bound of those it did. */
function judgementOn(compared: Compared, elements: readonly number[], judge: JudgeElements | undefined): Judgement {
  const asked = Int32Array.from(new Set(elements)).sort();
  const answer = judge?.(compared.reference, compared.operand, asked);
  if (answer) return judgementOf({ reference: answer.reference, bounds: new Set([answer.bounds]) });
  const widest = judgementOf(compared).bounds.reduce((most, bound) => Math.max(most, bound), 0);
  const exact = new Float64Array(asked.length).fill(Number.NaN);
  return { bounds: new Float64Array(asked.length).fill(widest), exact, place: (element) => asked.indexOf(element) };
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

function differenceAt(compared: Compared, [a, b]: readonly [Extremes, Extremes], e: number, by: Judgement): Difference {
  const { product, operand, names } = compared;
  const { values, by: places } = farthest(a, b, e);
  const [exact, bound] = [by.exact[by.place(e)] as number, by.bounds[by.place(e)] as number];
  const right = [0, 1].filter((m) => Math.abs((values[m] as number) - exact) <= bound);
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
export function pairsOf(compared: Compared, judge: JudgeElements | undefined): readonly AgreementPair[] {
  const judgement = judgementOf(compared);
  const members = [...compared.members];
  return members.flatMap(([first, a], i) =>
    members.slice(i).map(([second, b]): AgreementPair => {
      const { ratio, element, unlike, unasked } = compareMembers(a, b, judgement);
      const common = { members: [first, second], unlike } as const;
      const others = unasked.filter((one) => one.element >= 0).map((one) => one.element);
      const asked = others.length > 0 ? judgementOn(compared, others, judge) : judgement;
      let worst = { ratio, element, by: judgement };
      for (const e of others) {
        const one = ratioOf(apartOf(a, b, e), asked.bounds[asked.place(e)] as number);
        if (one > worst.ratio) worst = { ratio: one, element: e, by: asked };
      }
      if (worst.element < 0) return { ...common, ratio: 0 };
      return { ...common, ratio: worst.ratio, worst: differenceAt(compared, [a, b], worst.element, worst.by) };
    }),
  );
}

/** The pairs of several operands as one: the farthest apart of each. */
export function mergedPairs(all: readonly AgreementPair[]): readonly AgreementPair[] {
  const known = new Map<string, AgreementPair>();
  for (const pair of all) {
    const key = JSON.stringify(pair.members);
    const before = known.get(key);
    const [far, near] = before && before.ratio >= pair.ratio ? [before, pair] : [pair, before];
    known.set(key, { ...far, unlike: far.unlike + (near?.unlike ?? 0) });
  }
  return [...known.values()];
}
