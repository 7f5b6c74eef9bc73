import { PRECISIONS } from '@spmv/core';
import type { Outcome } from '../iterate/outcome.ts';
import type { Space } from '../space/space.ts';
import { product } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import { probe } from './probe.ts';
import { normOf } from './scale.ts';

/** A residual of so many times ε(‖A‖‖x‖ + ‖b‖) is made of rounding: sums over rows round more than once. */
const ROUNDINGS = 16;
/** Where rounding alone is more than this part of b, x grew without bound: that system is singular, and no tolerance mends it. */
const MOST = 1e-3;
/** What is offered is so many times what was reached, so that it is reached again. */
const MARGIN = 4;

/** ‖A‖, or what a product with random numbers says of it where it is a function. */
async function normOfMatrix({ norm, A }: System, space: Space): Promise<number> {
  if (norm) return norm();
  const [u, image] = [space.vector(A.cols), space.vector(A.rows)];
  const numbers = probe(A.cols, 1);
  await space.write(u, numbers);
  const run = await space.compile([product(A, u, image)]);
  await run.run();
  return normOf(Float64Array.from(await space.read(image))) / normOf(numbers);
}

/** Where a system was left, in the numbers that it was solved in. */
export interface Left {
  readonly outcome: Pick<Outcome, 'reason' | 'truth'>;
  readonly x: ArrayLike<number>;
  /** ‖b‖. */
  readonly size: number;
  /** What ‖b − Ax‖ was to become. */
  readonly target: number;
  /** ‖Aᵀb‖/‖b‖, of least squares. */
  readonly image?: number;
}

/** Two digits, rounded up. */
function roundedUp(value: number): number {
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
 * with ε the unit roundoff of the precision, nor ‖Aᵀr‖ below ‖A‖ times that. Computes at most one product.
 * Source: N. J. Higham, Accuracy and stability of numerical algorithms, 2002, sections 7.1 and 17.2.
 */
export async function roundingOf(system: System, space: Space, left: Left): Promise<Rounding | undefined> {
  const { outcome, x, size, target, image } = left;
  const { reason, truth } = outcome;
  const { residual, normal } = truth;
  if (reason === 'converged' || reason === 'aborted' || !Number.isFinite(residual)) return undefined;
  const length = normOf(Float64Array.from(x));
  const norm = await normOfMatrix(system, space);
  const level = PRECISIONS[space.precision].unitRoundoff * (norm * length + size);
  if (!(level <= MOST * size)) return undefined;
  const isLimit = reason === 'limit';
  if (isLimit && target > level) return undefined;
  if (residual <= ROUNDINGS * level) return { reachable: roundedUp((MARGIN * residual) / size), isReached: true };
  if (isLimit) return { reachable: roundedUp((ROUNDINGS * level) / size), isReached: false };
  if (normal === undefined || !image || !(normal <= ROUNDINGS * norm * level)) return undefined;
  const reachable = roundedUp((MARGIN * normal) / (image * residual));
  return reachable <= MOST ? { reachable, isReached: true } : undefined;
}
