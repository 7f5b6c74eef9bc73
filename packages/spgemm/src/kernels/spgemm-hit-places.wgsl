// Entries of the mask that C has, to their places: columns, and where their rows begin and end in A. before[k]: how many entries before k C has. A thread an entry. Follows spgemm-row-of.wgsl.
@compute @workgroup_size(blockSize)
fn placeHits(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let k = (id.x + id.y * groups.x) * blockSize + local;
  if (k >= launch.length || before[k + 1] == before[k]) {
    return;
  }
  let place = before[k];
  let row = rowOfEntry(launch.rows, k);
  colIndex[place] = ownIndex[k];
  sources[place] = vec2<u32>(aRowStart[row], aRowStart[row + 1]);
}
