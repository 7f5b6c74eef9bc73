// Sums of x * z and x * x. Declared beside it: x, othersOf, addTerms.
fn prepare() {
}

// Behind the last element there are zeros.
fn compute(four: u32, count: u32) {
  let values = unpack(x[four]);
  let others = othersOf(four);
  addTerms(widened(values[0]), others[0]);
  addTerms(widened(values[1]), others[1]);
  addTerms(widened(values[2]), others[2]);
  addTerms(widened(values[3]), others[3]);
}
