// r = r - (a / c) * q. Declared beside it: q, a, c, r, weightsOf and weighted, addTerms.
var<private> moves: bool;
var<private> step: Value;

fn prepare() {
  step = negated(safeQuotient(a[0], c[0]));
  moves = !isZero(step);
}

fn one(wanted: bool, before: Value, along: Value, weight: Value) -> Value {
  if (!wanted) {
    return zeroValue();
  }
  var after = widened(before);
  if (moves) {
    after = addProduct(after, step, along);
  }
  addTerms(after, weighted(weight, narrowed(after)));
  return narrowed(after);
}

fn compute(four: u32, count: u32) {
  let before = unpack(r[four]);
  var along: array<Value, 4>;
  if (moves) {
    along = unpack(q[four]);
  }
  let weights = weightsOf(four);
  r[four] = pack(
    one(true, before[0], along[0], weights[0]),
    one(count > 1, before[1], along[1], weights[1]),
    one(count > 2, before[2], along[2], weights[2]),
    one(count > 3, before[3], along[3], weights[3]),
  );
}
