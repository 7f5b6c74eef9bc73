// What every kernel has; put before its text. `y` is declared by the text itself.

// Number of a workgroup: more than 65,535 are folded into two dimensions, and the last may be none that was asked for.
fn groupNumber(id: vec3<u32>, groups: vec3<u32>) -> u32 {
  return id.x + id.y * groups.x;
}

// y[row] = alpha * sum + beta * y[row], not reading y when beta is 0.
fn finishRow(row: u32, sum: Sum) {
  var old = zeroValue();
  if (readsY()) {
    old = y[row];
  }
  y[row] = finish(sum, old);
}

// y[row] += alpha * sum, for the later parts of a row that is worked through in several dispatches.
fn addToRow(row: u32, sum: Sum) {
  y[row] = finishMore(sum, y[row]);
}
