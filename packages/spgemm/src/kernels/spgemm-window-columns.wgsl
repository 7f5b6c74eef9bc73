// Columns of C in a window, sorted, to their places. Follows spgemm-window.wgsl. Declared beside it: colIndex, of C.
@compute @workgroup_size(blockSize)
fn putWindow(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = id.x + id.y * size.x;
  if (number >= launch.length * launch.windows) {
    return;
  }
  let item = items[launch.first + number / launch.windows];
  let window = number % launch.windows;
  let first = window * windowWords * 32;
  putBits(local, item, first);
  var before = 0u;
  for (var w = local; w < window; w += blockSize) {
    before += found[number - window + w];
  }
  sumBefore(local, before);
  var to = atomicLoad(&counts[item.z]) + upTo[blockSize - 1];
  for (var base = 0u; base < windowWords; base += blockSize) {
    var word = 0u;
    if (base + local < windowWords) {
      word = atomicLoad(&bits[base + local]);
    }
    var place = to + sumBefore(local, countOneBits(word));
    while (word != 0) {
      colIndex[place] = first + (base + local) * 32 + firstTrailingBit(word);
      place++;
      word &= word - 1;
    }
    to += upTo[blockSize - 1];
  }
}
