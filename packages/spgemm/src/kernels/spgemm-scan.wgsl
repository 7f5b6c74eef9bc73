// Sums before each thread of a workgroup. Declared beside it: blockSize, a power of two.
var<workgroup> upTo: array<u32, blockSize>;

// By all threads: the sum of `own` over the threads before this one; upTo[blockSize − 1] is that over all.
fn sumBefore(local: u32, own: u32) -> u32 {
  workgroupBarrier();
  upTo[local] = own;
  workgroupBarrier();
  for (var step = 1u; step < blockSize; step *= 2) {
    var sum = upTo[local];
    if (local >= step) {
      sum += upTo[local - step];
    }
    workgroupBarrier();
    upTo[local] = sum;
    workgroupBarrier();
  }
  return upTo[local] - own;
}
