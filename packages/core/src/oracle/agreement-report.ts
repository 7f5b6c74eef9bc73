import type { Precision } from '../data/precision.ts';
import { PRECISIONS } from '../data/precision.ts';
import type { AgreementPair, WidestBounds } from './agreement-pairs.ts';
import { judgementOf, mergedPairs, pairsOf, ratioOf } from './agreement-pairs.ts';
import type { Compared, Extremes, JudgeElements } from './compared-results.ts';
import { elementAt } from './reference.ts';

/** An element in which all results agree and the reference does not. */
export interface SuspectedElement {
  readonly product: string;
  readonly operand: string;
  readonly element: number;
  /** What one of them has, and the reference. */
  readonly got: number;
  readonly exact: number;
  /** What it allows, where that is no bound: NaN, or below 0. */
  readonly bound?: number;
}

/** What the results of one precision say of one another. */
export interface AgreementReport {
  readonly precision: Precision;
  readonly members: readonly string[];
  /** Results of one operand that were compared; where each member has one, as many as members. */
  readonly combinations: number;
  /** Each two members, and each with itself. */
  readonly pairs: readonly AgreementPair[];
  /** Elements of one result of each operand and product: by whom they are judged. */
  readonly judged: { readonly byOracle: number; readonly byOneAnother: number; readonly byNobody: number };
  /** Members that differ from all others in an element where the others agree; of two, the one that the oracle contradicts. */
  readonly odd: readonly string[];
  /** Elements that all have alike, and the reference otherwise: how many, and the first. */
  readonly suspected: { readonly elements: number; readonly first?: SuspectedElement };
  /** Combinations that promise the same bits and gave others. */
  readonly unequalBits: readonly (readonly [first: string, second: string])[];
}

/** Results count as the same computation rounded differently where they agree to so many units of rounding, whatever bound a reference gives. */
const NEARLY_ALIKE = 64;

/** Whether the results of some members lie within two bounds of one another in an element. */
function agree(members: readonly Extremes[], e: number, bound: number): boolean {
  const low = Math.min(...members.map((one) => one.low[e] as number));
  const high = Math.max(...members.map((one) => one.high[e] as number));
  return ratioOf(high - low, bound) <= 1;
}

/** Members that differ from all others where these agree; of two, the one that the oracle contradicts. */
function oddAt(
  members: readonly (readonly [string, Extremes])[],
  e: number,
  exact: number,
  bound: number,
): readonly string[] {
  const all = members.map(([, extremes]) => extremes);
  if (agree(all, e, bound)) return [];
  const odd = members.filter(([, own], m) =>
    members.length > 2
      ? agree(all.toSpliced(m, 1), e, bound)
      : !([own.low[e], own.high[e]] as [number, number]).every((value) => Math.abs(value - exact) <= bound),
  );
  return odd.length === 1 ? odd.map(([name]) => name) : [];
}

/** Elements in which all results are alike and the reference is not, and who is odd in which. */
function scan(compared: Compared, { bounds, exact }: WidestBounds): Pick<AgreementReport, 'odd' | 'suspected'> {
  const members = [...compared.members];
  const unit = NEARLY_ALIKE * PRECISIONS[compared.reference.precision].unitRoundoff;
  const odd = new Set<string>();
  let elements = 0;
  let first: SuspectedElement | undefined;
  for (let at = 0; at < exact.length; at++) {
    const e = elementAt(compared.reference, at);
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    let kinds = 0;
    for (const [, one] of members) {
      low = Math.min(low, one.low[e] as number);
      high = Math.max(high, one.high[e] as number);
      kinds |= one.kinds[e] as number;
    }
    if (kinds !== 1) continue;
    const [right, bound] = [exact[at] as number, bounds[at] as number];
    const isNear = low - bound <= right && right <= high + bound;
    const apart = high - low;
    if (Number.isNaN(bound) || bound < 0) {
      elements++;
      first ??= { product: compared.product, operand: compared.operand, element: e, got: low, exact: right, bound };
    } else if (
      !isNear &&
      compared.names.length > 1 &&
      (ratioOf(apart, bound) <= 1 || apart <= unit * Math.max(-low, high))
    ) {
      elements++;
      first ??= { product: compared.product, operand: compared.operand, element: e, got: low, exact: right };
    } else if (ratioOf(apart, bound) > 1) for (const name of oddAt(members, e, right, bound)) odd.add(name);
  }
  return { odd: [...odd], suspected: { elements, ...(first ? { first } : {}) } };
}

/** The results of each precision, compared with one another. */
export function agreementReports(
  all: readonly Compared[],
  judge: JudgeElements | undefined,
): readonly AgreementReport[] {
  const precisions = new Set(all.map(({ reference }) => reference.precision));
  return [...precisions].map((precision) =>
    reportOf(
      precision,
      all.filter(({ reference }) => reference.precision === precision),
      judge,
    ),
  );
}

function reportOf(
  precision: Precision,
  operands: readonly Compared[],
  judge: JudgeElements | undefined,
): AgreementReport {
  const judgements = operands.map(judgementOf);
  const scans = operands.map((one, o) => scan(one, judgements[o] as WidestBounds));
  const judged = { byOracle: 0, byOneAnother: 0, byNobody: 0 };
  for (const [o, { reference, elements, names }] of operands.entries()) {
    // An infinite bound, of more terms than a precision can add up, judges nothing.
    const unbounded = (judgements[o] as WidestBounds).bounds.reduce(
      (sum, bound) => sum + (bound === Number.POSITIVE_INFINITY ? 1 : 0),
      0,
    );
    const known = (reference.elements ? reference.high.length : elements) - unbounded;
    judged.byNobody += unbounded;
    judged.byOracle += known;
    judged[names.length > 1 ? 'byOneAnother' : 'byNobody'] += elements - known - unbounded;
  }
  const first = scans.find(({ suspected }) => suspected.first)?.suspected.first;
  return {
    precision,
    members: [...new Set(operands.flatMap(({ members }) => [...members.keys()]))],
    combinations: Math.max(0, ...operands.map(({ names }) => names.length)),
    pairs: mergedPairs(operands.flatMap((one, o) => pairsOf(one, judgements[o] as WidestBounds, judge))),
    judged,
    odd: [...new Set(scans.flatMap(({ odd }) => odd))],
    suspected: {
      elements: scans.reduce((sum, { suspected }) => sum + suspected.elements, 0),
      ...(first ? { first } : {}),
    },
    unequalBits: [
      ...new Map(operands.flatMap(({ unequal }) => unequal.map((pair) => [pair.join(), pair] as const))).values(),
    ],
  };
}
