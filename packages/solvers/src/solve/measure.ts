import type { CooMatrix, Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';
import type { Space } from '../space/space.ts';
import { product } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import type { ExactResidual } from './exact-residual.ts';
import { anglesOf, beyondRounding, exactResidual, plainResidual } from './exact-residual.ts';
import { probe } from './probe.ts';
import { normOf } from './scale.ts';
import type { Found } from './found.ts';

/** What an x leaves. */
export interface Measured {
  /** ‖b − Ax‖. */
  readonly residual: number;
  /** ‖|A||x|‖, or a bound of it. */
  readonly reach: number;
  readonly norm: number;
  /** Of least squares ‖Aᵀr‖, and the largest |aⱼᵀr|/(‖aⱼ‖‖r‖) of a column, or ‖Aᵀr‖/(‖A‖‖r‖). */
  readonly normal?: number | undefined;
  readonly cosine?: number | undefined;
  /** b − Ax, where it was computed by the entries. */
  readonly r?: Float64Array;
  /** What of b − Ax is more than a share of ‖aᵢ‖‖x‖ + |bᵢ|, row by row. */
  beyond?(share: number): number;
}

/** x in this range loses nothing of importance where it is rounded to what is given back. */
const SAFE = { f64: [1e-250, 1e250], other: [1e-25, 1e25] } as const;

/** ‖A‖, or what a product with random numbers says of it where it is a function. */
export async function normOfMatrix({ facts, A }: System, space: Space): Promise<number> {
  if (facts.norm !== undefined) return facts.norm;
  const [u, image] = [space.vector(A.shape.cols), space.vector(A.shape.rows)];
  const numbers = probe(A.shape.cols, 1);
  await space.write(u, numbers);
  const run = await space.compile([product(A, u, image)]);
  await run.run();
  return normOf(await space.read(image)) / normOf(numbers);
}

/** A bound of what rounding hides in b − Ax, computed in a precision: of the sums of each row, of b and A as they are stored, and of x. */
function hiddenIn(precision: Precision, { system, size }: Found, norm: number, length: number): number {
  return ((system.facts.longestRow ?? Infinity) + 4) * PRECISIONS[precision].unitRoundoff * (norm * length + size);
}

/** Whether bounds alone tell that x is a solution by what the space computed. */
function isCertain(found: Found, norm: number, length: number): boolean {
  const { space, largest, target, truth } = found;
  const [least, most] = space.precision === 'f64' ? SAFE.f64 : SAFE.other;
  if (!(truth.residual <= target) || !(largest >= least && largest <= most)) return false;
  return truth.residual + hiddenIn(space.precision, found, norm, length) <= target;
}

/** b − Ax in f64 where that tells on which side of the target it is, else in double-double. */
function residualOf(coo: CooMatrix, found: Found, norm: number, length: number): ExactResidual {
  const { x, b, target, least } = found;
  const hidden = hiddenIn('f64', found, norm, length);
  // Angles of r need all its digits.
  if (least || !(hidden < target)) return exactResidual(coo, x, b);
  const plain = plainResidual(coo, x, b);
  return Math.abs(plain.residual - target) > hidden ? plain : exactResidual(coo, x, b);
}

/** b − Ax of an x that is finite: by the entries, O(nnz), but where bounds alone tell that it is small enough; without entries by the products of the space. */
export async function measure(found: Found): Promise<Measured> {
  const { system, space, x, b, truth, least } = found;
  const length = normOf(x);
  const norm = await normOfMatrix(system, space);
  const { coo } = system;
  const { residual, normal = Infinity } = truth;
  if (!coo || isCertain(found, norm, length)) {
    const cosine = norm === 0 ? 0 : normal / (norm * residual);
    return { residual, reach: norm * length, norm, ...(truth.normal === undefined ? {} : { normal, cosine }) };
  }
  const exact = residualOf(coo, found, norm, length);
  return {
    ...exact,
    norm,
    ...(least && exact.residual > 0 ? anglesOf(coo, exact.r, exact.residual) : {}),
    beyond: (share) => beyondRounding(coo, exact, length, b, share),
  };
}
