import type { Precision } from '@spmv/core';
import { PRECISIONS } from '@spmv/core';

/** So many roundings of the largest number are nothing. */
const ROUNDINGS = 90;
/** ‖Av − λv‖ over the largest |λ| where nothing else is said and rounding allows it. */
const USUAL = 1e-8;
/** What is asked of the numbers of an iteration, as a part of what is asked of those that are computed anew. */
export const AIM = 0.5;

/** What is left of a vector of which others hold the image, and what ‖Av − λv‖ can be, as a part of the largest |λ|: about what rounding makes. */
export function floorOf(precision: Precision): number {
  return ROUNDINGS * PRECISIONS[precision].unitRoundoff;
}

export function defaultTolerance(precision: Precision): number {
  return Math.max(USUAL, floorOf(precision));
}
