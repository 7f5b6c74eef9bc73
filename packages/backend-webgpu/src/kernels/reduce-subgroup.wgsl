// The sum over the T neighbouring lanes of a row by shuffles, in every lane. T is a power of two not above the subgroup's size, and
// threads sit in subgroups in order, so that a row's lanes never straddle two.
fn reduceLanes(own: Sum, local: u32, lane: u32, lanes: u32, step: u32) -> Sum {
  var sum = own;
  for (var half = lanes / 2; half > 0; half /= 2) {
    sum = addSums(sum, subgroupShuffleXor(sum, half));
  }
  return sum;
}

// The same where different rows have different numbers of lanes, up to 32, and a subgroup has at least 32.
fn reduceSome(own: Sum, local: u32, lane: u32, lanes: u32) -> Sum {
  var sum = own;
  for (var half = 16u; half > 0; half /= 2) {
    let other = subgroupShuffleXor(sum, half);
    if (half < lanes) {
      sum = addSums(sum, other);
    }
  }
  return sum;
}
