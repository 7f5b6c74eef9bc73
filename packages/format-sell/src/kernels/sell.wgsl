// Sliced ELLPACK, one thread a row: follows sell-row.wgsl.

@compute @workgroup_size(blockSize)
fn sell(@builtin(workgroup_id) id: vec3<u32>, @builtin(num_workgroups) groups: vec3<u32>, @builtin(local_invocation_index) local: u32) {
  let place = groupNumber(id, groups) * blockSize + local;
  if (place >= launch.rows) {
    return;
  }
  var row = place;
  if (ordered) {
    row = rowOrder[place];
  }
  finishRow(row, sumOfPlace(place));
}
