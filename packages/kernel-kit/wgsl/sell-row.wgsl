// A row of sliced ELLPACK by one thread: neighbouring threads load neighbouring slots. A row ends at its first padding. Declared beside it: C,
// sliceStart, colIndex, values, x.

// The sum of the row at place `place`.
fn sumOfPlace(place: u32) -> Sum {
  let slice = place / C;
  let end = sliceStart[slice + 1];
  var slot = sliceStart[slice] + place % C;
  var sum = zeroSum();
  // Four places at once: padding is at the end of a row, so the last of four tells of all.
  while (slot + 3 * C < end) {
    let last = colIndex[slot + 3 * C];
    if (last < 0) {
      break;
    }
    let first = colIndex[slot];
    let second = colIndex[slot + C];
    let third = colIndex[slot + 2 * C];
    sum = addProduct(sum, values[slot], x[first]);
    sum = addProduct(sum, values[slot + C], x[second]);
    sum = addProduct(sum, values[slot + 2 * C], x[third]);
    sum = addProduct(sum, values[slot + 3 * C], x[last]);
    slot += 4 * C;
  }
  for (; slot < end; slot += C) {
    let column = colIndex[slot];
    if (column < 0) {
      break;
    }
    sum = addProduct(sum, values[slot], x[column]);
  }
  return sum;
}
