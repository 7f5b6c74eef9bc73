import type { SpaceProblem } from '../methods/method.ts';
import type { LinearMap } from '../space/step.ts';
import { product } from '../space/steps.ts';

/** Below this ‖Aᵀb‖ its square has lost digits, and above its reciprocal there is none; f32 has half as many powers of ten, squared. */
const LEAST_IMAGE = { f64: 1e-140, other: 1e-16 };

/**
 * ‖Aᵀb‖/‖b‖: rtol times it is what ‖Aᵀr‖ is to be, as a part of ‖r‖, for x to be a least-squares solution, where rtol·‖A‖ would do (Paige, Saunders 1982, section 6.2), ‖A‖ being at least
 * that quotient. Undefined where squares of it are out of range, so that it can decide nothing.
 */
export async function imageShareOf(
  { space, b }: SpaceProblem,
  AT: LinearMap,
  size: number,
): Promise<number | undefined> {
  const image = space.vector(AT.shape.rows);
  const run = await space.compile([product(AT, b, image)]);
  await run.run();
  let most = 0;
  for (const value of await space.read(image)) most = Math.max(most, Math.abs(value));
  const least = space.precision === 'f64' ? LEAST_IMAGE.f64 : LEAST_IMAGE.other;
  if (most !== 0 && !(most >= least && most <= 1 / least)) return undefined;
  let sum = 0;
  for (const value of await space.read(image)) sum += value * value;
  return size === 0 ? 0 : Math.sqrt(sum) / size;
}
