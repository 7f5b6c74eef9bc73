import { laneOf, lanes } from './lanes';

/** Neighbouring rows, side by side, that are taken together: what four vectors hold, or two of f32. */
// @ts-ignore: decorator
@inline
export function group<T>(): i32 {
  return isVector<T>() ? 4 : 8;
}

/**
 * Sum of row `lane`, a constant, of eight neighbouring rows whose sums are in four vectors of two numbers, or in the first two, of four f32 each; or of four
 * rows with a vector each.
 */
// @ts-ignore: decorator
@inline
export function sumOfRow<T>(sum0: v128, sum1: v128, sum2: v128, sum3: v128, lane: i32): T {
  const vector = lane / lanes<T>();
  const sums = vector == 0 ? sum0 : vector == 1 ? sum1 : vector == 2 ? sum2 : sum3;
  return laneOf<T>(sums, lane & (lanes<T>() - 1));
}
