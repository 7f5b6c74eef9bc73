// Entries of the mask that AB has, by inner products of positions: a thread an entry. Follows spgemm-row-of.wgsl and spgemm-search.wgsl, whose rows are those of the mask. Declared beside it: ownIndex, aRowStart, aColIndex, otherStart of B; counts.
@compute @workgroup_size(blockSize)
fn findHits(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k >= launch.length) {
    return;
  }
  let row = rowOfEntry(launch.rows, k);
  let column = ownIndex[k];
  let end = aRowStart[row + 1];
  var hit = false;
  for (var e = aRowStart[row]; e < end && !hit; e++) {
    let inner = aColIndex[e];
    let last = otherStart[inner + 1];
    let found = firstFrom(otherStart[inner], last, column);
    hit = found < last && otherIndex[found] == column;
  }
  counts[k] = select(0u, 1u, hit);
}
