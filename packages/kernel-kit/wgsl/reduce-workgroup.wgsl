// The sum over the lanes of a row through workgroup memory, in lane 0. A row's lanes are `step` threads apart. Every thread of the
// workgroup calls this, with the same `lanes` and `step`.
var<workgroup> partial: array<Sum, blockSize>;

fn reduceLanes(own: Sum, local: u32, lane: u32, lanes: u32, step: u32) -> Sum {
  partial[local] = own;
  workgroupBarrier();
  for (var half = lanes / 2; half > 0; half /= 2) {
    if (lane < half) {
      partial[local] = addSums(partial[local], partial[local + half * step]);
    }
    workgroupBarrier();
  }
  return partial[local];
}

// The same for neighbouring lanes of which different rows have different numbers, up to 32.
fn reduceSome(own: Sum, local: u32, lane: u32, lanes: u32) -> Sum {
  partial[local] = own;
  workgroupBarrier();
  for (var half = 16u; half > 0; half /= 2) {
    if (half < lanes && lane < half) {
      partial[local] = addSums(partial[local], partial[local + half]);
    }
    workgroupBarrier();
  }
  return partial[local];
}
