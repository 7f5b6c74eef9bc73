import { PRECISIONS } from '@spmv/core';
import type { Space } from '../space/space.ts';
import { product } from '../space/steps.ts';
import type { System } from '../system/system.ts';
import { anglesOf, beyondRounding, exactResidual } from './exact-residual.ts';
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
export async function normOfMatrix({ norm, A }: System, space: Space): Promise<number> {
  if (norm) return norm();
  const [u, image] = [space.vector(A.cols), space.vector(A.rows)];
  const numbers = probe(A.cols, 1);
  await space.write(u, numbers);
  const run = await space.compile([product(A, u, image)]);
  await run.run();
  return normOf(await space.read(image)) / normOf(numbers);
}

/** Whether bounds alone tell that x is a solution: what products in the precision and rounding x can hide is a small part of the target. */
function isCertain({ system, space, largest, size, target, truth }: Found, length: number): boolean {
  const { norm, facts } = system;
  const { unitRoundoff } = PRECISIONS[space.precision];
  const [least, most] = space.precision === 'f64' ? SAFE.f64 : SAFE.other;
  if (!norm || !(truth.residual <= target) || !(largest >= least && largest <= most)) return false;
  const hidden = ((facts.longestRow ?? Infinity) + 4) * unitRoundoff * (norm() * length + size);
  return truth.residual + hidden <= target;
}

/** b − Ax of an x that is finite: by the entries in double-double, O(nnz), but where bounds alone tell that it is small enough; without entries by the products of the space. */
export async function measure(found: Found): Promise<Measured> {
  const { system, space, x, b, truth, least } = found;
  const length = normOf(x);
  const norm = await normOfMatrix(system, space);
  const { coo } = system;
  const { residual, normal = Infinity } = truth;
  if (!coo || isCertain(found, length)) {
    const cosine = norm === 0 ? 0 : normal / (norm * residual);
    return { residual, reach: norm * length, norm, ...(truth.normal === undefined ? {} : { normal, cosine }) };
  }
  const exact = exactResidual(coo, x, b);
  return {
    ...exact,
    norm,
    ...(least && exact.residual > 0 ? anglesOf(coo, exact.r, exact.residual) : {}),
    beyond: (share) => beyondRounding(coo, exact, length, b, share),
  };
}
