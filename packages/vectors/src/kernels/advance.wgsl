// x = x + a * p, p = r + b * p; p is not seen where its factor is 0. Declared beside it: p, a, x, r, b.
var<private> moves: bool;
var<private> keeps: bool;
var<private> step: Value;
var<private> share: Value;

fn prepare() {
  step = a[0];
  share = b[0];
  moves = !isZero(step);
  keeps = !isZero(share);
}

fn one(wanted: bool, start: Value, factor: Value, direction: Value) -> Value {
  if (!wanted) {
    return zeroValue();
  }
  return narrowed(addProduct(widened(start), factor, direction));
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
  if (!keeps) {
    p[four] = r[four];
    return;
  }
  let next = unpack(r[four]);
  p[four] = pack(
    one(true, next[0], share, along[0]),
    one(count > 1, next[1], share, along[1]),
    one(count > 2, next[2], share, along[2]),
    one(count > 3, next[3], share, along[3]),
  );
}
