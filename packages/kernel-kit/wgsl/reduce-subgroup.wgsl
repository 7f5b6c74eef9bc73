// The sum over the neighbouring lanes of a row by shuffles, in every lane. Their number is a power of two not above the subgroup's size, and
// threads sit in subgroups in order, so that a row's lanes never straddle two.
fn reduceLanes(own: Sum, local: u32, lane: u32, lanes: u32, step: u32) -> Sum {
  var sum = own;
  for (var half = lanes / 2; half > 0; half /= 2) {
    sum = addSums(sum, subgroupShuffleXor(sum, half));
  }
  return sum;
}

// The same where different slices of 32 neighbouring threads have different numbers of lanes a row, and a subgroup has at least 32.
fn reduceSome(own: Sum, local: u32, lane: u32, lanes: u32) -> Sum {
  var sum = own;
  for (var half = lanes / 2; half > 0; half /= 2) {
    sum = addSums(sum, subgroupShuffleXor(sum, half));
  }
  return sum;
}
