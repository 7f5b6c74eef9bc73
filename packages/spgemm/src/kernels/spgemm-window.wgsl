// Rows of C that no table is for: a workgroup takes a row and a window of columns, a bit each in workgroup memory, so that columns come out sorted. Groups of `lanes` threads take rows of B side by side.
// Follows spgemm-walk.wgsl and spgemm-scan.wgsl. Declared beside it: items, counts (rowStart of C), found, windowWords.
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

// found[workgroup] = entries of the row in the window, which are added to those of the row.
@compute @workgroup_size(blockSize)
fn countWindow(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = id.x + id.y * size.x;
  if (number >= launch.length * launch.windows) {
    return;
  }
  let item = items[launch.first + number / launch.windows];
  putBits(local, item, number % launch.windows * windowWords * 32);
  var own = 0u;
  for (var i = local; i < windowWords; i += blockSize) {
    own += countOneBits(atomicLoad(&bits[i]));
  }
  sumBefore(local, own);
  if (local == 0) {
    found[number] = upTo[blockSize - 1];
    atomicAdd(&counts[item.z], upTo[blockSize - 1]);
  }
}
