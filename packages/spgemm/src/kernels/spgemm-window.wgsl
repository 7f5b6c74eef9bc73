// Rows of C that no table is for: a workgroup takes a row and a window of columns, a bit each in workgroup memory, so that columns come out sorted. Groups of `lanes` threads take rows of B side by side.
// Follows spgemm-walk.wgsl and spgemm-scan.wgsl. Declared beside it: items, windowWords.
var<workgroup> bits: array<atomic<u32>, windowWords>;

fn put(column: u32, first: u32) {
  if (column == NONE) {
    return;
  }
  let word = (column - first) / 32;
  let bit = 1u << (column % 32);
  if ((atomicLoad(&bits[word]) & bit) == 0) {
    atomicOr(&bits[word], bit);
  }
}

// By all threads: the bits of the window that begins with column `first`.
fn putBits(local: u32, item: vec4<u32>, first: u32) {
  for (var i = local; i < windowWords; i += blockSize) {
    atomicStore(&bits[i], 0u);
  }
  let length = largest(local, item.y - item.x);
  for (var k = 0u; k < length; k += blockSize) {
    lookUp(local, item.x + k + local, item.y, first, first + windowWords * 32 - 1);
    while (isTaking(local)) {
      let one = columnAt(take(local));
      let two = columnAt(take(local));
      let three = columnAt(take(local));
      let four = columnAt(take(local));
      put(one, first);
      put(two, first);
      put(three, first);
      put(four, first);
    }
  }
  workgroupBarrier();
}

// By all threads: how many bits of the window there are.
fn countBits(local: u32) -> u32 {
  var own = 0u;
  for (var i = local; i < windowWords; i += blockSize) {
    own += countOneBits(atomicLoad(&bits[i]));
  }
  sumBefore(local, own);
  return upTo[blockSize - 1];
}
