import { fasterCase, ratioOf } from '../exhibits/judged.ts';
import type { Ratio } from '../exhibits/judged.ts';
import type { Timed } from '../exhibits/timed.ts';
import type { ClaimCase } from '../study.ts';
import type { StudyRun } from '../study-run.ts';
import type { Implementation } from './measured.ts';

export type Points = readonly (readonly [at: number, result: Timed | undefined])[];
type Curve = (run: StudyRun, how: Implementation) => Points;

/** Sizes up to this count as small: “comparable” is within a factor of two. */
export const SMALL = 512;
export const COMPARABLE = 2;

/** Each has its own points, and compares those that both have. */
export const comparesPoints = true;

/** What two implementations took at each place that both have. */
export function common(
  slow: Points,
  fast: Points,
): readonly { readonly at: number; readonly pair: readonly [Timed, Timed] }[] {
  return slow.flatMap(([at, a]) => {
    const b = fast.find(([other]) => other === at)?.[1];
    return a && b ? [{ at, pair: [a, b] as const }] : [];
  });
}

/** How many times as fast the second is, at each of them. */
export function ratios(
  run: StudyRun,
  curve: Curve,
  slow: Implementation,
  fast: Implementation,
): readonly { readonly at: number; readonly ratio: Ratio }[] {
  return common(curve(run, slow), curve(run, fast)).map(({ at, pair }) => ({ at, ratio: ratioOf(...pair) }));
}

/** A case for each place that both have: whether the second is faster. */
export const over = (run: StudyRun, curve: Curve, slow: Implementation, fast: Implementation): readonly ClaimCase[] =>
  common(curve(run, slow), curve(run, fast)).flatMap(({ at, pair: [a, b] }) =>
    fasterCase(`${at}: ${fast.name} over ${slow.name}`, b, a),
  );
