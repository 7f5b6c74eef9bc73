// place[k] = where entry k is in the transpose, and its column there: behind those of its column that are in rows before, so that the order of the lists does not matter. A thread an entry; time of a column of n entries: n². Follows spgemm-row-of.wgsl.
@compute @workgroup_size(blockSize)
fn placeColumns(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k >= launch.length) {
    return;
  }
  let row = rowOfEntry(launch.rows, k);
  let first = start[ownIndex[k]];
  let past = start[ownIndex[k] + 1];
  var before = first;
  for (var l = first; l < past; l++) {
    before += select(0u, 1u, list[l] < row);
  }
  place[k] = before;
  columns[before] = row;
}
