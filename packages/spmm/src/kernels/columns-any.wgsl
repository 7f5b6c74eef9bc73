// Up to four columns a thread, each on its own: X and Y in any order. Past the last column X is read at the last one, and nothing is written.
override columnsPerThread: u32 = 4;

@group(0) @binding(1) var<storage, read> X: array<Value>;
@group(0) @binding(2) var<storage, read_write> Y: array<Value>;

fn loadColumn(row: u32, column: u32) -> Value {
  return X[row * launch.xRow + min(column, launch.vectors - 1) * launch.xCol];
}

fn loadColumns(row: u32, lane: u32) -> array<Value, 4> {
  let first = lane * columnsPerThread;
  var x = array<Value, 4>(loadColumn(row, first), zeroValue(), zeroValue(), zeroValue());
  if (columnsPerThread > 1) {
    x[1] = loadColumn(row, first + 1);
  }
  if (columnsPerThread > 2) {
    x[2] = loadColumn(row, first + 2);
    x[3] = loadColumn(row, first + 3);
  }
  return x;
}

fn finishColumn(row: u32, column: u32, sum: Sum) {
  if (column >= launch.vectors) {
    return;
  }
  let at = row * launch.yRow + column * launch.yCol;
  var old = zeroValue();
  if (readsY()) {
    old = Y[at];
  }
  Y[at] = finish(sum, old);
}

fn finishColumns(own: Own, row: u32, sums: Sums) {
  let first = own.lane * columnsPerThread;
  finishColumn(row, first, sums.a);
  if (columnsPerThread > 1) {
    finishColumn(row, first + 1, sums.b);
  }
  if (columnsPerThread > 2) {
    finishColumn(row, first + 2, sums.c);
    finishColumn(row, first + 3, sums.d);
  }
}
