import { PRECISIONS } from '@spmv/core';
import type { End } from '../iterate/outcome.ts';
import type { Space } from '../space/space.ts';

/** A residual of so many times ε(‖A‖‖x‖ + ‖b‖) is made of rounding: sums over rows round more than once. */
const ROUNDINGS = 16;
/** Where rounding alone is more than this part of b, x grew without bound: that system is singular, and no tolerance mends it. */
const MOST = 1e-3;
/** What is offered is so many times what was reached, so that it is reached again. */
const MARGIN = 4;

/** Where a system was left, in the numbers that it was solved in. */
export interface SolveEnd {
  readonly space: Space;
  readonly reason: End;
  /** ‖A‖, ‖x‖, ‖b‖. */
  readonly norm: number;
  readonly length: number;
  readonly size: number;
  /** What ‖b − Ax‖ was to become, and what it is. */
  readonly target: number;
  readonly residual: number;
  /** ‖|A||x|‖, or ‖A‖‖x‖. */
  readonly reach: number;
  /** What of b − Ax is more than a share of ‖aᵢ‖‖x‖ + |bᵢ|, row by row. Default: rows are all alike. */
  beyond?(share: number): number;
  /** ‖Aᵀr‖, and ‖Aᵀb‖/‖b‖: of least squares that were asked for. */
  readonly normal?: number | undefined;
  readonly image?: number | undefined;
}

/** Two digits, rounded up. */
export function roundedUp(value: number): number {
  if (value === 0) return 0;
  const unit = 10 ** (Math.floor(Math.log10(value)) - 1);
  return Number((Math.ceil(value / unit) * unit).toPrecision(2));
}

/** What rounding has to do with it. */
export interface Rounding {
  /** The `rtol` that can be reached. */
  readonly reachable: number;
  /** It was reached: nothing else keeps the residual from what was asked for. */
  readonly isReached: boolean;
}

/**
 * Where rounding keeps ‖b − Ax‖ from what was asked for, or will; undefined where something else does. A residual cannot be told from 0 below about ε(‖A‖‖x‖ + ‖b‖),
 * with ε the unit roundoff of the precision, nor that of a row below the same with the row's norm, nor ‖Aᵀr‖ below ‖A‖ times the former.
 * Source: N. J. Higham, Accuracy and stability of numerical algorithms, 2002, sections 7.1 and 17.2.
 */
export function roundingOf(left: SolveEnd): Rounding | undefined {
  const { space, reason, norm, length, size, target, residual, reach, beyond, normal, image } = left;
  if (reason === 'aborted') return undefined;
  const { unitRoundoff } = PRECISIONS[space.precision];
  const level = unitRoundoff * (norm * length + size);
  if (!(level <= MOST * size)) return undefined;
  const isLimit = reason === 'limit';
  if (isLimit && target > level) return undefined;
  const isRounding = residual <= ROUNDINGS * level && !((beyond?.(ROUNDINGS * unitRoundoff) ?? 0) > target);
  if (isRounding)
    return { reachable: roundedUp(Math.max(MARGIN * residual, 2 * unitRoundoff * reach) / size), isReached: true };
  if (isLimit) return { reachable: roundedUp((ROUNDINGS * level) / size), isReached: false };
  if (normal === undefined || !image || !(normal <= ROUNDINGS * norm * level)) return undefined;
  const reachable = roundedUp((MARGIN * normal) / (image * residual));
  return reachable <= MOST ? { reachable, isReached: true } : undefined;
}
