/** What a range leaves of the rows it shares with its neighbours, sums before alpha: { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64 }. */
// @ts-ignore: decorator
@inline
export function clearCarry(carry: usize): void {
  store<i32>(carry, -1);
  store<i32>(carry, -1, 4);
}

/** The partial sum of the row that the range begins in. */
// @ts-ignore: decorator
@inline
export function setHead(carry: usize, row: i32, sum: f64): void {
  store<i32>(carry, row);
  store<f64>(carry, sum, 8);
}

/** The partial sum of the row that the range ends in. */
// @ts-ignore: decorator
@inline
export function setTail(carry: usize, row: i32, sum: f64): void {
  store<i32>(carry, row, 4);
  store<f64>(carry, sum, 16);
}
