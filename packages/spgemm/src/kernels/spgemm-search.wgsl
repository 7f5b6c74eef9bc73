// Declared beside it: otherIndex.
// Of sorted columns begin .. end of the other matrix the place of the first that is not less than `column`.
fn firstFrom(begin: u32, end: u32, column: u32) -> u32 {
  var low = begin;
  var high = end;
  while (low < high) {
    let middle = low + (high - low) / 2;
    if (otherIndex[middle] < column) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}
