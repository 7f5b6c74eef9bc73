import { splat } from './lanes';

/** What a range leaves of the rows it shares with its neighbours, sums before alpha: { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64, and the imaginary parts of both }. */
// @ts-ignore: decorator
@inline
export function clearPartialSums(partialSums: usize): void {
  store<i32>(partialSums, -1);
  store<i32>(partialSums, -1, 4);
}

/** A partial sum at `place`. */
// @ts-ignore: decorator
@inline
function set<T>(place: usize, sum: T): void {
  if (isFloat<T>()) {
    store<f64>(place, <f64>sum);
    return;
  }
  const parts = isVector<T>() ? splat<T>(sum) : f64x2.promote_low_f32x4(splat<T>(sum));
  store<f64>(place, f64x2.extract_lane(parts, 0));
  store<f64>(place, f64x2.extract_lane(parts, 1), 16);
}

/** The partial sum of the row that the range begins in. */
// @ts-ignore: decorator
@inline
export function setHead<T>(partialSums: usize, row: i32, sum: T): void {
  store<i32>(partialSums, row);
  set<T>(partialSums + 8, sum);
}

/** The partial sum of the row that the range ends in. */
// @ts-ignore: decorator
@inline
export function setTail<T>(partialSums: usize, row: i32, sum: T): void {
  store<i32>(partialSums, row, 4);
  set<T>(partialSums + 16, sum);
}
