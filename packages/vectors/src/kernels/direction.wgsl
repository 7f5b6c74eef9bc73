// x = x + step * p, p = r + share * p; p is not seen where its factor is 0. Declared beside it: p, x, r, stepOf, shareOf, weightsOf and weighted.
var<private> moves: bool;
var<private> keeps: bool;
var<private> step: Value;
var<private> share: Value;

fn prepare() {
  step = stepOf();
  share = shareOf();
  moves = !isZero(step);
  keeps = !isZero(share);
}

fn one(wanted: bool, start: Value, factor: Value, direction: Value) -> Value {
  if (!wanted) {
    return zeroValue();
  }
  return narrowed(addProduct(widened(start), factor, direction));
}

fn residual(wanted: bool, weight: Value, value: Value) -> Value {
  if (!wanted) {
    return zeroValue();
  }
  return weighted(weight, value);
}

fn compute(four: u32, count: u32) {
  let along = unpack(p[four]);
  if (moves) {
    let at = unpack(x[four]);
    x[four] = pack(
      one(true, at[0], step, along[0]),
      one(count > 1, at[1], step, along[1]),
      one(count > 2, at[2], step, along[2]),
      one(count > 3, at[3], step, along[3]),
    );
  }
  let weights = weightsOf(four);
  let plain = unpack(r[four]);
  let next = array<Value, 4>(
    residual(true, weights[0], plain[0]),
    residual(count > 1, weights[1], plain[1]),
    residual(count > 2, weights[2], plain[2]),
    residual(count > 3, weights[3], plain[3]),
  );
  if (!keeps) {
    p[four] = pack(next[0], next[1], next[2], next[3]);
    return;
  }
  p[four] = pack(
    one(true, next[0], share, along[0]),
    one(count > 1, next[1], share, along[1]),
    one(count > 2, next[2], share, along[2]),
    one(count > 3, next[3], share, along[3]),
  );
}
