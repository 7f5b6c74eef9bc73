/** What the next check is decided from. */
export interface Progress {
  /** Iterations so far. */
  readonly iteration: number;
  readonly residual: number;
  /** The check before: iterations and residual. */
  readonly before?: { readonly iteration: number; readonly residual: number };
  /** The residual that is wanted. */
  readonly target: number;
}

/** Fewest and most iterations between two checks of a device, but for the last. */
const [FEWEST, MOST] = [4, 128];
/** Iterations computed for nothing are at most about this share of all. */
const SHARE = 1 / 8;

/**
 * Iterations until the next check where reading waits for a device: a share of those so far, and no more than are left by the rate at which the residual fell
 * between the last two checks. The same run looks at the same iterations each time: no clock decides.
 */
export function nextCheck({ iteration, residual, before, target }: Progress): number {
  const share = Math.min(MOST, Math.max(FEWEST, Math.floor(iteration * SHARE)));
  if (!before || !(residual < before.residual) || !(target > 0)) return share;
  const perIteration = Math.log(before.residual / residual) / (iteration - before.iteration);
  const left = Math.ceil(Math.log(residual / target) / perIteration);
  return Math.max(1, Math.min(share, left));
}
