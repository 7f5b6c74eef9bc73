import { checkRange } from './checked';

/**
 * First place from `begin` on whose column is padding (−1), else `end`. Padding is at the end of a row only, so whole groups are
 * judged by their last place.
 */
// @ts-ignore: decorator
@inline
export function rowEnd(colIndex: usize, begin: i32, end: i32): i32 {
  checkRange(colIndex, begin, end, 2);
  if (begin == end || load<i32>(colIndex + (<usize>(end - 1) << 2)) >= 0) return end;
  let low = begin;
  let high = end - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (load<i32>(colIndex + (<usize>middle << 2)) >= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
