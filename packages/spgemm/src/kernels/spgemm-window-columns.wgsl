// Columns of rows of C that are computed in parts, sorted: those in each window are counted, and then put to their places. The first part of a row stands for it.
// Follows spgemm-window.wgsl. Declared beside it: found, colIndex (of C).
fn isFirstPart(part: u32) -> bool {
  return part == 0 || items[launch.first + part - 1].x != items[launch.first + part].x;
}

// found[part windows + window] = columns in the window.
@compute @workgroup_size(blockSize)
fn findWindow(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = id.x + id.y * size.x;
  let part = number / launch.windows;
  if (part >= launch.length || !isFirstPart(part)) {
    return;
  }
  putBits(local, items[launch.first + part], number % launch.windows * windowWords * 32);
  let count = countBits(local);
  if (local == 0) {
    found[number] = count;
  }
}

@compute @workgroup_size(blockSize)
fn putWindow(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) size: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let number = id.x + id.y * size.x;
  let part = number / launch.windows;
  if (part >= launch.length || !isFirstPart(part)) {
    return;
  }
  let item = items[launch.first + part];
  let window = number % launch.windows;
  let first = window * windowWords * 32;
  putBits(local, item, first);
  var before = 0u;
  for (var w = local; w < window; w += blockSize) {
    before += found[number - window + w];
  }
  sumBefore(local, before);
  var to = item.z + upTo[blockSize - 1];
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
