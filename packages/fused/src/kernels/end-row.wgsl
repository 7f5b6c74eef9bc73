// y of a row, as it is computed: alpha * sum + beta * y[row]. Neither sum nor y is seen where its factor is 0. Declared beside it: y.
fn computed(row: u32, sum: Sum) -> Sum {
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  let result = finish(select(sum, zeroSum(), scalars.alpha == 0.0 && scalars.alphaLow == 0.0), old);
  y[row] = result;
  return result;
}
