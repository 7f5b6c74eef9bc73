/** End of the run of row `i` that begins at entry `k` of COO: eight, then one at a time. */
// @ts-ignore: decorator
@inline
export function runEnd(rowIndex: usize, i: i32, k: i32, end: i32): i32 {
  while (k + 8 <= end && load<i32>(rowIndex + (<usize>k << 2), 28) == i) k += 8;
  while (k < end && load<i32>(rowIndex + (<usize>k << 2)) == i) k++;
  return k;
}
