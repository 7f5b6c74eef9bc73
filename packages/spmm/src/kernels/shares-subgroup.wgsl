// The sums over `threadsPerRow` neighbouring threads, which are in one subgroup, by shuffles: in each of them.
fn shuffled(sums: Sums, mask: u32) -> Sums {
  return Sums(
    subgroupShuffleXor(sums.a, mask),
    subgroupShuffleXor(sums.b, mask),
    subgroupShuffleXor(sums.c, mask),
    subgroupShuffleXor(sums.d, mask),
  );
}

fn sumOfShares(own: Sums, local: u32) -> Sums {
  var sums = own;
  for (var half = threadsPerRow / 2; half > 0; half /= 2) {
    sums = addAll(sums, shuffled(sums, half));
  }
  return sums;
}
