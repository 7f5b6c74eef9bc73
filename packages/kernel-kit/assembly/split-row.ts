/** What a range leaves of the rows it shares with its neighbours, sums before alpha: { headRow: i32, tailRow: i32, headSum: f64, tailSum: f64 }. */
// @ts-ignore: decorator
@inline
export function clearPartialSums(partialSums: usize): void {
  store<i32>(partialSums, -1);
  store<i32>(partialSums, -1, 4);
}

/** The partial sum of the row that the range begins in. */
// @ts-ignore: decorator
@inline
export function setHead(partialSums: usize, row: i32, sum: f64): void {
  store<i32>(partialSums, row);
  store<f64>(partialSums, sum, 8);
}

/** The partial sum of the row that the range ends in. */
// @ts-ignore: decorator
@inline
export function setTail(partialSums: usize, row: i32, sum: f64): void {
  store<i32>(partialSums, row, 4);
  store<f64>(partialSums, sum, 16);
}
