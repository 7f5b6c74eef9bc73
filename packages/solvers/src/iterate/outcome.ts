import type { Broken } from '../methods/method.ts';
import type { Check } from './history.ts';
import type { Truth } from './truth.ts';

/** Why iterating ended. */
export type End = 'converged' | 'breakdown' | 'stagnation' | 'limit' | 'aborted';

/** The same; `rounding` where only rounding keeps the residual from what was asked for; `least-squares` where a square system has no solution. */
export type Reason = End | 'rounding' | 'least-squares';

/** Why it is to end, and what is behind it. */
export interface Stop {
  readonly reason: End;
  readonly broken?: Broken;
}

/** How it ended; x is in the problem's. */
export interface Outcome extends Stop {
  readonly iterations: number;
  /** How often the method began anew from x, GMRES's cycles not counted. */
  readonly restarts: number;
  readonly truth: Truth;
  readonly history: readonly Check[];
  /** By the host's clock, in milliseconds: when everything was prepared and the first residual known, and when it ended. */
  readonly beganMs: number;
  readonly endedMs: number;
}
