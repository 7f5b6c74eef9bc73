import { PRECISIONS } from '@spmv/core';
import type { Broken } from '../methods/method.ts';
import type { Space } from '../space/space.ts';
import type { Found } from './found.ts';
import type { Measured } from './measure.ts';
import { measure } from './measure.ts';
import { anglesOf, shareAlong } from './exact-residual.ts';
import type { Rounding } from './rounding.ts';
import { roundingOf } from './rounding.ts';
import { normOf } from './scale.ts';

/** What an x is worth. */
export interface Verdict extends Pick<Measured, 'residual' | 'normal' | 'cosine' | 'r'> {
  /** ‖A‖‖x‖. */
  readonly image: number;
  /** ‖b − Ax‖ is at most the target, and x no larger than what makes that say something. */
  readonly isSolved: boolean;
  /** x solves the least-squares problem; of a square matrix, no x that says something leaves as little as was asked for. */
  readonly isLeastSquares: boolean;
  /** x is not finite, or so large that b is lost in what rounds off: it is worth less than where the method began. */
  readonly isRuined: boolean;
  /** Rounding of x is far below the target, so that another method may begin from it. */
  readonly isSound: boolean;
  /** Absent for a solution, and where something else than rounding keeps x from being one. */
  readonly rounding?: Rounding | undefined;
}

const EPSILON = PRECISIONS.f64.unitRoundoff;
/** Whatever the target: ‖b − Ax‖ says something of an x for which ‖|A||x|‖ is so many times ‖b‖. */
const USUAL = 8;
/** An x for which it is so many times ‖b‖, or rounding is that part of it, says nothing. */
const ABSURD = { reach: 1e10, rounding: 1e-3 };
/** ε‖|A||x|‖ as a part of the target, from where another method may begin. */
const SOUND = 1e-2;
/** The largest |aⱼᵀr|/(‖aⱼ‖‖r‖) of a least-squares solution of a square system. */
const RIGHT_ANGLE = 1e-9;

type Asked = Pick<Found, 'target' | 'size'>;

/**
 * The largest |aⱼᵀy|/(‖aⱼ‖‖y‖) of a column, below which y shows that every x that leaves no more than the target has an absurd ‖|A||x|‖: of which rounding alone is more than that, or 1e10 times ‖b‖. From
 * yᵀb = yᵀ(b − Ax) + Σ xⱼaⱼᵀy follows |yᵀb| ≤ target·‖y‖ + that largest one times ‖y‖ Σ ‖aⱼ‖|xⱼ|, and Σ ‖aⱼ‖|xⱼ| ≤ √m ‖|A||x|‖. `along` is |yᵀb|/‖y‖; of b − Ax of least squares that is its length.
 */
export function shownShare({ target, size }: Asked, rows: number, along: number): number {
  return Math.max(0, along - target) / (Math.sqrt(rows) * Math.max(target / EPSILON, ABSURD.reach * size));
}

/** Whether no x that says something leaves as little as was asked for, by the witness or by b − Ax itself. */
function isShown(found: Found, { residual, r, cosine = Infinity }: Measured): boolean {
  const { system, b, witness } = found;
  const { rows } = system.facts;
  const y = witness ?? r;
  if (!y || !system.coo) return cosine <= shownShare(found, rows, residual);
  const angle = witness ? anglesOf(system.coo, witness, normOf(witness)).cosine : cosine;
  return angle <= shownShare(found, rows, Math.abs(shareAlong(y, b)));
}

function isLeastSquares(found: Found, measured: Measured): boolean {
  const { system, least } = found;
  const { residual, normal, cosine } = measured;
  if (!least || normal === undefined || cosine === undefined) return false;
  const { rows, cols } = system.facts;
  // Of another shape they are what is asked for, and to the tolerance that was asked for.
  if (rows !== cols) return normal <= least.share * (1 + 1e-9) * residual;
  return cosine <= RIGHT_ANGLE && isShown(found, measured);
}

/**
 * Judges an x: whether it is finite, what it leaves of b in arithmetic in which rounding of A·x hides nothing, and whether it is so large that this says nothing. `converged` and least squares are said
 * where this says so, and nowhere else.
 */
export async function judge(found: Found): Promise<Verdict> {
  const { x, target, size, system, least } = found;
  if (!x.every(Number.isFinite))
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
  const isSolved = residual <= target && rounded <= Math.max(target, EPSILON * USUAL * size);
  const isRuined = !Number.isFinite(residual) || !(rounded <= Math.max(target, ABSURD.rounding * size));
  const isLeast = !isSolved && !isRuined && isLeastSquares(found, measured);
  const isAsked = least && system.facts.rows !== system.facts.cols;
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
    rounding,
  };
}

/** Why an x is worth nothing, though the method did not say so: `before` and `after` are its largest magnitudes as it was computed and as it is given back. */
export function ruinOf({ precision }: Space, before: number, after: number, verdict: Verdict): Broken | undefined {
  if (verdict.isSolved) return undefined;
  if (before > 0 && !(after >= PRECISIONS[precision].smallestNormal && after < Infinity))
    return { kind: 'range', what: `x leaves the range of ${precision}` };
  if (!verdict.isRuined) return undefined;
  return { kind: 'not-finite', what: `x grew until b is lost beside it: its largest element is ${after}` };
}
