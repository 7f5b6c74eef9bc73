// The union of two matrices with sorted rows, a thread an entry. All entries of a matrix before one of its own lie before it in the union, too, and so do those of the other one that a search in its row finds; what is in both is there once.
// So the place of an entry needs no more than the number of entries of X before it that D has, too. Follows spgemm-row-of.wgsl and spgemm-search.wgsl. Declared beside it: ownIndex, otherStart.
struct Met {
  // Entries of the other matrix before this one, and whether the next is at its place.
  before: u32,
  isThere: bool,
}

fn meet(k: u32) -> Met {
  let row = rowOfEntry(launch.rows, k);
  let column = ownIndex[k];
  let end = otherStart[row + 1];
  let before = firstFrom(otherStart[row], end, column);
  return Met(before, before < end && otherIndex[before] == column);
}
