// y = (alpha * a) * x + (beta * b) * y; neither vector is read where its factor is 0. Declared beside it: x, a, y, b, othersOf, addTerms.
var<private> usesX: bool;
var<private> usesY: bool;
var<private> ofX: Value;
var<private> ofY: Value;

fn prepare() {
  usesX = scalars.alpha != 0.0 && !isZero(a[0]);
  usesY = scalars.beta != 0.0 && !isZero(b[0]);
  ofX = narrowed(scaled(scalars.alpha, scalars.alphaLow, widened(a[0])));
  ofY = narrowed(scaled(scalars.beta, scalars.betaLow, widened(b[0])));
}

fn one(wanted: bool, ofFirst: Value, old: Value, other: Value) -> Value {
  var sum = zeroSum();
  if (!wanted) {
    return narrowed(sum);
  }
  if (usesY) {
    sum = product(ofY, old);
  }
  if (usesX) {
    sum = addProduct(sum, ofX, ofFirst);
  }
  addTerms(sum, other);
  return narrowed(sum);
}

fn compute(four: u32, count: u32) {
  var first: array<Value, 4>;
  var old: array<Value, 4>;
  if (usesX) {
    first = unpack(x[four]);
  }
  if (usesY) {
    old = unpack(y[four]);
  }
  let other = othersOf(four);
  y[four] = pack(
    one(true, first[0], old[0], other[0]),
    one(count > 1, first[1], old[1], other[1]),
    one(count > 2, first[2], old[2], other[2]),
    one(count > 3, first[3], old[3], other[3]),
  );
}
