// Bins of rows. The tally is what the host reads: rows of each bin of the pattern, then of the values, then the entries of C, as a low and a high word; behind it are places in the lists of both.
const BINS = 9u;
const ENTRIES = 18u;
const CURSORS = 20u;
// A row whose entries are known already: its only entry of A has so many of B.
const KNOWN = 0x80000000u;

// The bin of a row: table 0 is for `most`, each that follows for twice as many, bin `last` for what no table is for.
fn binOf(size: u32, most: u32, last: u32) -> u32 {
  var bin = 0u;
  for (var fits = most; bin < last && size > fits; fits *= 2) {
    bin++;
  }
  return bin;
}
