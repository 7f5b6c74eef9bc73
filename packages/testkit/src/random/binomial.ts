import type { Random } from './random.ts';

/** Number of successes of `trials` with probability p: exact below a mean of 32, rounded normal above. */
export function binomial(random: Random, trials: number, p: number): number {
  if (p >= 1) return trials;
  if (p <= 0 || trials === 0) return 0;
  const mean = trials * p;
  if (mean >= 32) {
    const drawn = Math.round(mean + Math.sqrt(mean * (1 - p)) * random.normal());
    return Math.min(trials, Math.max(0, drawn));
  }
  // Gaps between successes are geometric: one logarithm per success, not per trial.
  const scale = 1 / Math.log1p(-p);
  let count = 0;
  let position = Math.floor(Math.log(1 - random.uniform()) * scale);
  while (position < trials) {
    count++;
    position += 1 + Math.floor(Math.log(1 - random.uniform()) * scale);
  }
  return count;
}
