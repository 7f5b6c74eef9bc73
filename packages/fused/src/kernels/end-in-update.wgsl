// w[row] = gamma * y[row] + delta * w[row], w not being read when delta is 0. Declared beside it: timesGamma, w. Follows end-row.wgsl.
fn endRow(row: u32, sum: Sum) {
  let result = timesGamma(computed(row, sum));
  var old = zeroValue();
  if (scalars.delta != 0.0 || scalars.deltaLow != 0.0) {
    old = w[row];
  }
  w[row] = narrowed(addSums(result, scaled(scalars.delta, scalars.deltaLow, widened(old))));
}

fn endGroup(group: u32, local: u32) {
}
