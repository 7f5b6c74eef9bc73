import { PRECISIONS } from '@spmv/core';
import type { Broken } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import type { Found } from './found.ts';
import type { Measured } from './measure.ts';
import { measure } from './measure.ts';
import type { Rounding } from './rounding.ts';
import { roundingOf } from './rounding.ts';
import { areFinite, normOf } from './scale.ts';
import { isShownBy } from './witness.ts';

/** What an x is worth. */
export interface SolveVerdict extends Pick<Measured, 'residual' | 'normal' | 'cosine' | 'r'> {
  /** ‖A‖‖x‖. */
  readonly image: number;
  /** ‖b − Ax‖ is at most the target, and x no larger than what makes that say something; or x solves a system that rounding does not tell from this one, and has digits that are certain. */
  readonly isSolved: boolean;
  /** x solves the least-squares problem; of a square matrix, no x leaves as little as was asked for. */
  readonly isLeastSquares: boolean;
  /** x is not finite, or so large that b is lost in what rounds off: it is worth less than where the method began. */
  readonly isRuined: boolean;
  /** Rounding of x is far below the target, so that another method may begin from it. */
  readonly isSound: boolean;
  /** ε‖|A||x|‖, where that alone keeps an x that leaves little from being a solution. */
  readonly rounded?: number | undefined;
  /** Absent for a solution, and where something else than rounding keeps x from being one. */
  readonly rounding?: Rounding | undefined;
}

const EPSILON = PRECISIONS.f64.unitRoundoff;
/** Whatever the target: ‖b − Ax‖ says something of an x for which ‖|A||x|‖ is so many times ‖b‖. */
const USUAL = 8;
/** An x of which rounding is that part of ‖b‖ says nothing. */
const ABSURD = 1e-3;
/** ε‖|A||x|‖ as a part of the target, from where another method may begin. */
const SOUND = 1e-2;
/** The largest |aⱼᵀr|/(‖aⱼ‖‖r‖) of a least-squares solution of a square system. */
const RIGHT_ANGLE = 1e-9;

/** Whether no x leaves as little as was asked for, by the witness or by b − Ax itself. */
function isShown({ entries, b, target, witness }: Found, { r }: Measured): boolean {
  const y = witness ?? r;
  return entries !== undefined && y !== undefined && isShownBy(y, entries, b, target);
}

function isLeastSquares(found: Found, measured: Measured): boolean {
  const { system, least } = found;
  const { residual, normal, cosine } = measured;
  if (!least || normal === undefined || cosine === undefined) return false;
  const { rows, cols } = system.facts.shape;
  // Of another shape they are what is asked for, and to the tolerance that was asked for.
  if (rows !== cols) return normal <= least.share * (1 + 1e-9) * residual;
  return cosine <= RIGHT_ANGLE && isShown(found, measured);
}

/**
 * Judges an x: whether it is finite, what it leaves of b in arithmetic in which rounding of A·x hides nothing, and whether it is so large that this says nothing. `converged` and least squares are said
 * where this says so, and nowhere else.
 */
export async function judge(found: Found): Promise<SolveVerdict> {
  const { x, target, size, system, least, nearby } = found;
  if (!areFinite(x))
    return {
      residual: Infinity,
      image: Infinity,
      isSolved: false,
      isLeastSquares: false,
      isRuined: true,
      isSound: false,
    };
  const measured = await measure(found);
  const { residual, reach, normal, cosine, r } = measured;
  const length = normOf(x);
  const rounded = EPSILON * reach;
  const isSolved =
    (residual <= target && rounded <= Math.max(target, EPSILON * USUAL * size)) ||
    (nearby?.hasDigits === true && Number.isFinite(residual));
  const isRuined = !Number.isFinite(residual) || !(nearby || rounded <= Math.max(target, ABSURD * size));
  const isLeast = !isSolved && !isRuined && isLeastSquares(found, measured);
  const isAsked = least && system.facts.shape.rows !== system.facts.shape.cols;
  const rounding =
    isSolved || isLeast || isRuined
      ? undefined
      : roundingOf({ ...found, ...measured, length, image: isAsked ? least.image : undefined });
  return {
    residual,
    image: measured.norm * length,
    normal,
    cosine,
    ...(r ? { r } : {}),
    isSolved,
    isLeastSquares: isLeast,
    isRuined,
    isSound: !isRuined && rounded <= SOUND * target,
    rounded: residual <= target && !isSolved ? rounded : undefined,
    rounding,
  };
}

/** Why an x is worth nothing, though the method did not say so: `before` and `after` are its largest magnitudes as it was computed and as it is given back. */
export function ruinOf({ precision }: Space, before: number, after: number, verdict: SolveVerdict): Broken | undefined {
  if (verdict.isSolved) return undefined;
  if (before > 0 && !(after >= PRECISIONS[precision].smallestNormal && after < Infinity))
    return { kind: 'range', what: `x leaves the range of ${precision}` };
  if (!verdict.isRuined) return undefined;
  return { kind: 'not-finite', what: `x grew until b is lost beside it: its largest element is ${after}` };
}
