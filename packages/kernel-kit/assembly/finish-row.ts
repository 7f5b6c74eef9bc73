import { element } from './checked';
import { add, loadFirst, scale, splat, storeFirst } from './lanes';
import { isZero, plusScaled, scaled } from './numbers';

/** yᵢ ← α·sum + βyᵢ; y is not read when β = 0. */
// @ts-ignore: decorator
@inline
export function finishRow<T>(y: usize, i: i32, sum: T, alpha: T, beta: T): void {
  finishAt<T>(element<T>(y, i), sum, alpha, beta);
}

/** The same for the element at `place`. */
// @ts-ignore: decorator
@inline
export function finishAt<T>(place: usize, sum: T, alpha: T, beta: T): void {
  if (!isFloat<T>()) {
    finishFirst<T>(place, splat<T>(sum), alpha, beta);
    return;
  }
  const product = scaled<T>(alpha, sum);
  store<T>(place, isZero<T>(beta) ? product : plusScaled<T>(product, beta, load<T>(place)));
}

/** The same for a number in the first lanes of a vector. */
// @ts-ignore: decorator
@inline
export function finishFirst<T>(place: usize, sum: v128, alpha: T, beta: T): void {
  let result = scale<T>(alpha, sum);
  if (!isZero<T>(beta)) result = add<T>(result, scale<T>(beta, loadFirst<T>(place)));
  storeFirst<T>(place, result);
}

/** The same for as many neighbouring elements as a vector has lanes. */
// @ts-ignore: decorator
@inline
export function finishLanes<T>(place: usize, sums: v128, alpha: T, beta: T): void {
  let result = scale<T>(alpha, sums);
  if (!isZero<T>(beta)) result = add<T>(result, scale<T>(beta, v128.load(place)));
  v128.store(place, result);
}
