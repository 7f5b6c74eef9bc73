// Declared beside it: ownStart.
// The row of entry k: the last that begins no later.
fn rowOfEntry(rows: u32, k: u32) -> u32 {
  var low = 0u;
  var high = rows;
  while (high - low > 1) {
    let middle = low + (high - low) / 2;
    if (ownStart[middle] <= k) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return low;
}
