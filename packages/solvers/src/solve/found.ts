import type { CooMatrix } from '@spmv/core';
import type { End } from '../iterate/outcome.ts';
import type { Truth } from '../iterate/truth.ts';
import type { Space } from '../space/space.ts';
import type { System } from '../system/system.ts';

/** What is judged, all of it in the numbers that were computed with. */
export interface Found {
  readonly system: System;
  /** The entries as they were given: scaling makes 0 of one that is small beside others. */
  readonly entries?: CooMatrix | undefined;
  readonly space: Space;
  /** As it is given back, rounded as it is there. */
  readonly x: Float64Array;
  /** The largest magnitude in what is given back. */
  readonly largest: number;
  readonly b: Float64Array;
  /** ‖b‖. */
  readonly size: number;
  /** What ‖b − Ax‖ was to become. */
  readonly target: number;
  /** What the space says of it. */
  readonly truth: Truth;
  /** Why the method ended. */
  readonly reason: End;
  /** x solves a system of which no entry differs by more than a few roundings, by factors; `hasDigits`: and some digit of it is certain. */
  readonly nearby?: { readonly hasDigits: boolean } | undefined;
  /** Absent: no least squares are looked for. */
  readonly least?: LeastSquares | undefined;
  /** A vector at right angles to the columns of A and not to b. Default: b − Ax. */
  readonly witness?: Float64Array;
}

/** What ‖Aᵀr‖ is to become, as a part of ‖r‖: `share`, which is rtol times `image`. Of a square matrix it is to be as small as shows that no x is better, whatever they say. */
export interface LeastSquares {
  readonly share: number;
  readonly image: number;
}
