// y = d o x. Declared beside it: d, x, y, addTerms.
fn prepare() {
}

fn one(wanted: bool, factor: Value, other: Value) -> Value {
  if (!wanted) {
    return zeroValue();
  }
  let result = product(factor, other);
  addTerms(result, other);
  return narrowed(result);
}

fn compute(four: u32, count: u32) {
  let factors = unpack(d[four]);
  let others = unpack(x[four]);
  y[four] = pack(
    one(true, factors[0], others[0]),
    one(count > 1, factors[1], others[1]),
    one(count > 2, factors[2], others[2]),
    one(count > 3, factors[3], others[3]),
  );
}
