// The sums over `threadsPerRow` neighbouring threads through workgroup memory: in the first of them. By every thread of a workgroup.
var<workgroup> sharedSums: array<Sums, blockSize>;

fn sumOfShares(own: Sums, local: u32) -> Sums {
  sharedSums[local] = own;
  workgroupBarrier();
  for (var half = threadsPerRow / 2; half > 0; half /= 2) {
    if (local % threadsPerRow < half) {
      sharedSums[local] = addAll(sharedSums[local], sharedSums[local + half]);
    }
    workgroupBarrier();
  }
  return sharedSums[local];
}
