// Four columns a thread, loaded and stored at once: X and Y lie by rows, of whole fours, at multiples of four.
override columnsPerThread: u32 = 4;

@group(0) @binding(1) var<storage, read> X: array<Value4>;
@group(0) @binding(2) var<storage, read_write> Y: array<Value4>;

fn loadColumns(row: u32, lane: u32) -> array<Value, 4> {
  return unpack(X[row * (launch.xRow / 4) + lane]);
}

fn finishColumns(own: Own, row: u32, sums: Sums) {
  let at = row * (launch.yRow / 4) + own.lane;
  var old = array<Value, 4>(zeroValue(), zeroValue(), zeroValue(), zeroValue());
  if (readsY()) {
    old = unpack(Y[at]);
  }
  Y[at] = pack(finish(sums.a, old[0]), finish(sums.b, old[1]), finish(sums.c, old[2]), finish(sums.d, old[3]));
}
